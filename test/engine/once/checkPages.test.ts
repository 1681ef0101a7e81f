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
