import { readAnyList, type Send } from '../../../transport';
import { byId } from '../../support/locator';
import { countingPage, startAnsweringHelpdesk, type Asked } from '../../support/answeringHelpdesk';

const messages = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text_body: 'x' }));
const ids = (output: Array<{ json: { id?: unknown } }>) => output.map(({ json }) => json.id);

/** The helpdesk for one test; whatever it answers first, all that is asked goes to `answer`. */
async function helpdesk(answer: (asked: Asked) => { status?: number; body?: unknown }) {
	const started = await startAnsweringHelpdesk(answer);
	open.push(started.close);
	return started;
}
const open: Array<() => Promise<unknown>> = [];
afterEach(async () => {
	for (const close of open.splice(0)) await close();
});

const conversation = { conversationId: byId('c1') };

describe('Get Many of messages', () => {
	const simple =
		(all: object[]) =>
		({ query }: Asked) => {
			const { data, links, meta } = countingPage(all, query);
			return { body: { data, links, meta: { current_page: meta.current_page } } };
		};
	const forms: Array<[string, (all: object[]) => (asked: Asked) => { body: unknown }]> = [
		['a bare list', (all) => () => ({ body: all })],
		['a list in "data"', (all) => () => ({ body: { data: all } })],
		['a wrapped list', (all) => () => ({ body: { success: true, data: { messages: all } } })],
		['a list under its own name', (all) => () => ({ body: { messages: all } })],
		[
			'counting pages',
			(all) =>
				({ query }) => ({ body: countingPage(all, query) }),
		],
		[
			'counting pages with numbers as text',
			(all) =>
				({ query }) => {
					const { data, meta } = countingPage(all, query);
					return { body: { data, meta: Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, String(value)])) } };
				},
		],
		['simple pages', simple],
		[
			'wrapped pages',
			(all) =>
				({ query }) => ({ body: { success: true, data: { messages: countingPage(all, query) } } }),
		],
		[
			'pages under their own name',
			(all) =>
				({ query }) => ({ body: { messages: countingPage(all, query) } }),
		],
		[
			'pages with their list under its own name',
			(all) =>
				({ query }) => {
					const { data, meta, links } = countingPage(all, query);
					return { body: { messages: data, meta, links } };
				},
		],
	];

	it.each(forms)('outputs all 65 of %s, as a workflow that was stored without Return All expects', async (_, form) => {
		const { run } = await helpdesk(form(messages(65)));
		expect(ids(await run('message.getMany', conversation))).toEqual(messages(65).map(({ id }) => id));
	});

	it.each([8, 12, 15, 16, 20, 24, 32, 48, 64, 100])(
		'reads on behind a bare list of %i that says nothing of pages, because it may be one',
		async (size) => {
			const all = messages(2 * size + 3);
			const { run } = await helpdesk(({ query }) => {
				const page = Number(new URLSearchParams(query).get('page') ?? 1);
				return { body: all.slice((page - 1) * size, page * size) };
			});
			expect(ids(await run('message.getMany', conversation))).toEqual(all.map(({ id }) => id));
		},
	);

	const inPagesOf = async (size: number, total: number, wrapped: (page: object[], number: number) => unknown) => {
		const all = messages(total);
		const { run } = await helpdesk(({ query }) => {
			const page = Number(new URLSearchParams(query).get('page') ?? 1);
			return { body: wrapped(all.slice((page - 1) * size, page * size), page) };
		});
		expect(ids(await run('message.getMany', conversation))).toEqual(all.map(({ id }) => id));
	};

	it('reads on behind a list of 3 that names 3 as the size of its pages', async () => await inPagesOf(3, 7, (data) => ({ data, limit: 3 })));

	it('is an error where a list fills the page that it names and comes again for the next', async () => {
		const { failure } = await helpdesk(() => ({ body: { data: messages(3), limit: 3 } }));
		expect((await failure('message.getMany', conversation)).description).toContain('as many records as a page has');
	});

	it('reads on behind a list of which a record beside it counts more', async () =>
		await inPagesOf(5, 7, (data) => ({ data, conversation: { id: 'c1', messages_count: 7 } })));

	it('does not end at a page that comes twice among others', async () => {
		const all = messages(70);
		const { run } = await helpdesk(({ query }) => {
			const page = Number(new URLSearchParams(query).get('page') ?? 1);
			const shown = page > 2 ? page - 1 : page;
			return { body: all.slice((shown - 1) * 20, shown * 20) };
		});
		expect(ids(await run('message.getMany', conversation))).toEqual(all.map(({ id }) => id));
	});

	it('asks once where a number beside the list may count something else, and takes it for all where nothing comes', async () => {
		const { run, requests } = await helpdesk(() => ({ body: { data: { messages: messages(2), unread_count: 9 }, errors: [] } }));
		expect(ids(await run('message.getMany', conversation))).toEqual(['m0', 'm1']);
		expect(requests.map(({ query }) => query)).toEqual(['', 'page=2']);
	});

	it('is an error where a later page has another form than the first', async () => {
		const { failure } = await helpdesk(({ query }) => ({ body: query === '' ? messages(20) : countingPage(messages(60), query) }));
		expect((await failure('message.getMany', conversation)).description).toContain('page 2 has another form than the first');
	});

	it.each([
		[0, 1],
		[5, 1],
		[7, 1],
		[8, 2],
		[101, 2],
	])('a bare list of %i costs %i requests: no page has fewer than eight', async (size, expected) => {
		const { run, requests } = await helpdesk(() => ({ body: messages(size) }));
		expect(ids(await run('message.getMany', conversation))).toHaveLength(size);
		expect(requests).toHaveLength(expected);
	});

	it.each<[string, (page: string | null) => { status?: number; body?: unknown }]>([
		['the same again', () => ({ body: messages(20) })],
		['nothing', (page) => ({ body: page === null ? messages(20) : [] })],
		['a refusal', (page) => (page === null ? { body: messages(20) } : { status: 400, body: { message: 'Unknown field.' } })],
	])('takes such a list for the whole where its next page is %s', async (_, answer) => {
		const { run } = await helpdesk(({ query }) => answer(new URLSearchParams(query).get('page')));
		expect(ids(await run('message.getMany', conversation))).toEqual(messages(20).map(({ id }) => id));
	});

	it.each(forms)('outputs as many of %s as Limit says', async (_, form) => {
		const { run } = await helpdesk(form(messages(65)));
		expect(ids(await run('message.getMany', { ...conversation, returnAll: false, limit: 30 }))).toEqual(messages(30).map(({ id }) => id));
	});

	it.each<[string, unknown, Record<string, string>?]>([
		['a cursor', { data: messages(2), meta: { next_cursor: 'x' } }],
		['a total beyond the list', { messages: messages(2), total: 3 }],
		['a last page beyond the first', { data: { messages: messages(2) }, pagination: { total_pages: 2 } }],
		['an address of more', { data: messages(2), links: { more: 'http://x' } }],
		['the number of a page and nothing else', { data: messages(2), page: 1 }],
		['a word that some are left out', { data: messages(2), truncated: true }],
		['a page that is not the last', { messages: messages(2), is_last: false }],
		['a range in its headers', messages(2), { 'content-range': 'items 0-1/3' }],
		['a number of pages in its headers', messages(2), { 'x-total-pages': '2' }],
		['pages that were turned into text', { data: messages(2), meta: '{"current_page":1,"last_page":3}' }],
		['links that were turned into text', { data: messages(2), links: '{"next":"http://x?page=2"}' }],
		['a total with a separator', { data: messages(2), total: '1,002' }],
		['a range', { data: messages(2), meta: { range: '1-2/4' } }],
		['how many of how many', { data: messages(2), shown: 2, of: 4 }],
	])('that announces more by %s, in a way that cannot be read, is an error where all are wanted', async (_, body, headers = {}) => {
		const { failure, run } = await helpdesk(() => ({ body, headers }));
		const { message, description } = await failure('message.getMany', { ...conversation, returnAll: true });
		expect(message).toBe('Could not get messages of conversation: the helpdesk answered in an unexpected form');
		expect(description).toMatch(
			/^its pages have a form that is not known, .* With a 'Limit' of 2 or less, the records of this one answer are output/,
		);
		expect(ids(await run('message.getMany', { ...conversation, returnAll: false, limit: 2 }))).toEqual(['m0', 'm1']);
	});

	it('that announces more and holds nothing is an error without a limit to choose, as there is none', async () => {
		const { failure } = await helpdesk(() => ({ body: { data: [], total: 3 } }));
		const { description } = await failure('message.getMany', { ...conversation, returnAll: false, limit: 1 });
		expect(description).toContain('its pages have a form that is not known');
		expect(description).not.toContain('Limit');
	});

	it.each([
		{ data: messages(2), meta: { next_cursor: null, has_more: false } },
		{ messages: messages(2), total: 2, page: 1 },
		{ data: messages(2), meta: { request_id: 'r1' } },
		{ data: messages(2), links: { first: 'http://x', next: null } },
		{ data: messages(2), limit: 2, total: 2 },
	])('takes a list for whole that says so, or speaks of no more: %j', async (body) => {
		const { run, requests } = await helpdesk(() => ({ body }));
		expect(ids(await run('message.getMany', { ...conversation, returnAll: true }))).toEqual(['m0', 'm1']);
		expect(requests).toMatchObject([{ path: '/conversation/c1/messages', query: '' }]);
	});

	it.each([
		['one record', { data: { id: 'm1', cc: [{ email: 'a' }] } }],
		['two lists', { messages: messages(2), notes: messages(1) }],
		['a failure', { success: false, data: messages(2) }],
		['a message', { message: 'secret' }],
		['names that customers wrote', { 'secret@example.com': 1 }],
	])('is an error with the form of the answer and none of its content: %s', async (_, body) => {
		const { failure } = await helpdesk(() => ({ body }));
		const { description } = await failure('message.getMany', conversation);
		expect(description).toMatch(/^expected one list of records, bare, in "data" or under one other name, got \{/);
		expect(description).not.toContain('secret');
	});

	it.each([{ meta: { current_page: 1, last_page: 1 } }, { links: { next: null } }])(
		'is an error where "data" is null in a page with %j',
		async (beside) => {
			const { failure } = await helpdesk(() => ({ body: { data: null, ...beside } }));
			expect((await failure('message.getMany', conversation)).description).toMatch(/^expected a list of records in "data", got \{data: null/);
		},
	);
});

describe.each(['message.getMany', 'conversation.getMine', 'automation.getMany'])('%s', (operation) => {
	const parameters = { ...conversation, inboxId: byId('i1') };
	it.each<[string, { status?: number; body?: unknown }]>([
		['204', { status: 204 }],
		['an empty body', {}],
		['null', { body: 'null' }],
		['null in "data"', { body: { data: null } }],
		['an empty list', { body: [] }],
	])('outputs no item, and no bogus one, for %s', async (_, answered) => {
		const { run } = await helpdesk(() => answered);
		expect(await run(operation, parameters)).toEqual([]);
	});

	it('reads on where the answer comes in pages', async () => {
		const { run } = await helpdesk(({ query }) => ({ body: countingPage(messages(45), query) }));
		expect(ids(await run(operation, { ...parameters, options: { simplify: false } }))).toHaveLength(45);
	});
});

it('reads on behind a bare list as long as the page that was asked for, where larger ones are refused', async () => {
	const { run, requests } = await helpdesk(({ query }) => {
		const asked = new URLSearchParams(query);
		const [page, perPage] = [Number(asked.get('page')), Number(asked.get('per-page'))];
		const message = 'The given data was invalid.';
		if (perPage > 12) return { status: 422, body: { message, errors: { 'per-page': ['Must not be greater than 12.'] } } };
		return { body: messages(29).slice((page - 1) * perPage, page * perPage) };
	});
	expect(ids(await run('inbox.getMany', { returnAll: true }))).toEqual(messages(29).map(({ id }) => id));
	expect(requests.map(({ query }) => query)).toContain('page=1&per-page=10');
});

it('a wrapped listing of a hundred thousand rows takes no more than linear time', async () => {
	const timeFor = async (count: number) => {
		const body = { success: true, data: { rows: Array.from({ length: count }, () => ({ name: 'x' })) } };
		const send = (async () => ({ status: 200, headers: {}, body })) as Send;
		const began = performance.now();
		let read = 0;
		for await (const row of readAnyList(send, { request: { method: 'GET', path: '/x' }, limit: Infinity })) read += row ? 1 : 0;
		expect(read).toBe(count);
		return performance.now() - began;
	};
	await timeFor(10_000);
	const [small, large] = [await timeFor(10_000), await timeFor(100_000)];
	expect(large / small).toBeLessThan(40);
});
