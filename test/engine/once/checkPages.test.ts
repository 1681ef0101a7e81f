import { countingPage, startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';

const others = Array.from({ length: 25 }, (_, index) => ({ id: `m${index}`, text_body: `Other ${index}` }));

/** A conversation in which every note is written, although the first answer says otherwise; its newest messages come last. */
async function conversation(form: (page: ReturnType<typeof countingPage>) => unknown) {
	const written: unknown[] = [];
	const helpdesk = await startAnsweringHelpdesk(({ method, body, query }) => {
		if (method === 'GET') return { body: form(countingPage([...others, ...written], query)) };
		written.push({ id: `n${written.length}`, text_body: JSON.parse(body).message });
		return { status: 502, body: { message: 'Bad gateway' } };
	});
	return { ...helpdesk, written };
}
const note = { conversationId: byId('c1'), message: 'On its way', options: { checkBeforeRetrying: true } };

it.each<[string, (page: ReturnType<typeof countingPage>) => unknown]>([
	['counting pages without links', ({ data, meta }) => ({ data, meta })],
	['wrapped pages', (page) => ({ success: true, data: { messages: page } })],
	['simple pages', ({ data, links }) => ({ data, links })],
])('Check Before Retrying finds what it wrote on the last of %s, and does not write it again', async (_, form) => {
	const { run, written, close } = await conversation(form);
	const [item] = await run('message.addNote', note);
	expect([item!.json.message, written.length]).toEqual(['Found in the conversation, so not sent again', 1]);
	await close();
});

it('Check Before Retrying keeps the first error where the messages go on in a way that cannot be read', async () => {
	const { failure, written, close } = await conversation(() => ({ messages: others.slice(0, 20), next_cursor: 'x' }));
	expect((await failure('message.addNote', note)).httpCode).toBe('502');
	expect(written).toHaveLength(1);
	await close();
});

describe('a bare list as long as a page, of which nobody says whether it is all', () => {
	const shown = others.slice(0, 20);
	const times = async (answer: (page: string) => { status?: number; body: unknown }) => {
		const written: unknown[] = [];
		const helpdesk = await startAnsweringHelpdesk(({ method, query }) => {
			if (method === 'GET') return answer(new URLSearchParams(query).get('page') ?? '1');
			written.push(1);
			return { status: 502, body: { message: 'Bad gateway' } };
		});
		await helpdesk.failure('message.addNote', note);
		await helpdesk.close();
		return written.length;
	};

	it.each<[string, Parameters<typeof times>[0]]>([
		['gives the same again when it is asked for the next page', () => ({ body: shown })],
		['names a page size that it fills', () => ({ body: { data: others.slice(0, 3), limit: 3 } })],
		[
			'names a page size that it fills, and refuses the next page',
			(page) => (page === '1' ? { body: { data: others.slice(0, 3), limit: 3 } } : { status: 404, body: { message: 'Not found' } }),
		],
		['refuses the next page', (page) => (page === '1' ? { body: shown } : { status: 404, body: { message: 'Not found' } })],
		['stands in "data", with 100 messages', () => ({ body: { data: Array.from({ length: 100 }, (_, id) => ({ ...others[0], id: `m${id}` })) } })],
	])('Check Before Retrying does not write a note again where it %s', async (_, answer) => expect(await times(answer)).toBe(1));

	it.each<[string, Parameters<typeof times>[0]]>([
		['the next page is empty', (page) => ({ body: page === '1' ? shown : [] })],
		['its number is told', () => ({ body: { data: shown, total: 20 } })],
		['there is nothing next', () => ({ body: { data: shown, has_more: false } })],
		['it is one page of one', () => ({ body: { data: shown, pages: 1 } })],
		['it is said to be complete', () => ({ body: { data: shown, complete: true } })],
		['it is no page, with 21 messages', () => ({ body: others.slice(0, 21) })],
	])('Check Before Retrying takes it for all where %s, and writes the note again', async (_, answer) => expect(await times(answer)).toBe(3));
});
