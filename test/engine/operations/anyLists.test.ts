import { byId } from '../../support/locator';
import { countingPage, useAnsweringHelpdesks, type Asked } from '../../support/answeringHelpdesk';

const messages = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text_body: 'x' }));
const ids = (output: Array<{ json: { id?: unknown } }>) => output.map(({ json }) => json.id);

const helpdesk = useAnsweringHelpdesks();

const conversation = { conversationId: byId('c1') };

describe('Get Many of messages', () => {
	const simple =
		(all: object[]) =>
		({ query }: Asked) => {
			const { data, links, meta } = countingPage(all, query);
			return { body: { data, links, meta: { current_page: meta.current_page } } };
		};
	const forms: Array<[string, (all: object[]) => (request: Asked) => { body: unknown }]> = [
		['a bare list', (all) => () => ({ body: all })],
		['a list in "data"', (all) => () => ({ body: { data: all } })],
		['a wrapped list', (all) => () => ({ body: { success: true, data: { messages: all } } })],
		['a list under its own name', (all) => () => ({ body: { messages: all } })],
		[
			'counting pages',
			(all) =>
				({ query }) => ({ body: countingPage(all, query) }),
		],
		['simple pages', simple],
		[
			'wrapped pages',
			(all) =>
				({ query }) => ({ body: { success: true, data: { messages: countingPage(all, query) } } }),
		],
	];

	it.each(forms)('outputs all 65 messages of %s', async (_, form) => {
		const { run } = await helpdesk(form(messages(65)));
		expect(ids(await run('message.getMany', conversation))).toEqual(messages(65).map(({ id }) => id));
	});

	it.each<[string, (all: object[]) => unknown]>([
		['bare', (all) => all],
		['in "data"', (data) => ({ data })],
		['in a wrapper', (data) => ({ success: true, data: { messages: data } })],
	])('sends one request for a list without pages: %s', async (_, form) => {
		for (const size of [19, 65]) {
			const { run, requests } = await helpdesk(() => ({ body: form(messages(size)) }));
			expect(ids(await run('message.getMany', conversation))).toHaveLength(size);
			expect(requests.map(({ query }) => query)).toEqual(['']);
		}
	});

	it.each<[string, object]>([
		['next_page_url', { current_page: 1, next_page_url: '/x?page=2' }],
		['has_more', { has_more: true }],
		['a total in a field of its own', { pagination: { total_count: 45 } }],
		['a number of pages', { meta: { total_pages: 3 } }],
	])('sends no second request if %s shows more messages; Return All fails, Limit adds a hint', async (_, sign) => {
		const { failure, run, requests } = await helpdesk(() => ({ body: { data: messages(20), ...sign } }));
		const { description } = await failure('message.getMany', { ...conversation, returnAll: true });
		expect(description).toMatch(/^its pages have an unknown form/);
		const items = await run('message.getMany', { ...conversation, returnAll: false, limit: 30 });
		expect(items.map(({ json: { hint } }) => hint)).toEqual(
			Array(20).fill(expect.stringMatching(/^There are more/)),
		);
		expect(requests.map(({ query }) => query)).toEqual(['', '']);
	});

	it.each<[string, object]>([
		['other messages', messages(25).slice(20)],
		['no messages but has_more', { data: [], has_more: true }],
		['a page of another form', countingPage([], 'page=2')],
	])('fails if 20 messages come without a pagination hint, and page 2 has %s', async (_, second) => {
		const { failure, run } = await helpdesk(({ query }) => ({ body: query ? second : messages(20) }));
		const { description } = await failure('message.getMany', { ...conversation, returnAll: true });
		expect(description).toMatch(/^its pages have an unknown form/);
		const [first] = await run('message.getMany', { ...conversation, returnAll: false, limit: 30 });
		expect(first?.json.hint).toMatch(/^There are more/);
	});

	it.each<[string, (query: string) => { status?: number; body?: unknown }]>([
		['the same', () => ({ body: messages(20) })],
		['empty', (query) => ({ body: query ? [] : messages(20) })],
		['refused', (query) => (query ? { status: 422, body: { message: 'No page' } } : { body: messages(20) })],
	])('treats 20 messages as the whole list if page 2 is %s', async (_, answered) => {
		const { run, requests } = await helpdesk(({ query }) => answered(query));
		expect(ids(await run('message.getMany', { ...conversation, returnAll: true }))).toHaveLength(20);
		expect(requests.map(({ query }) => query)).toEqual(['', 'page=2']);
	});

	it.each<[string, object, Record<string, string>]>([
		['a cursor', { data: messages(20), next_cursor: 'abc' }, {}],
		['a Link header', messages(20), { link: '</x?cursor=a>; rel="next"' }],
		['a total in the pagination of meta', { data: messages(20), meta: { pagination: { total: 45 } } }, {}],
		['the count of its conversation', { data: { id: 'c1', messages_count: 45, events: messages(12) } }, {}],
	])('fails with Return All if %s shows more messages', async (_, body, headers) => {
		const { failure } = await helpdesk(() => ({ body, headers }));
		const { description } = await failure('message.getMany', { ...conversation, returnAll: true });
		expect(description).toMatch(/^its pages have an unknown form/);
	});

	it.each([{ per_page: 12 }, { from: 1, to: 12 }, { count: 12 }])(
		'asks for a second page if 12 messages show %j',
		async (page) => {
			const { run, requests } = await helpdesk(({ query }) => ({
				body: query ? [] : { data: messages(12), meta: { current_page: 1, ...page } },
			}));
			expect(await run('message.getMany', { ...conversation, returnAll: true })).toHaveLength(12);
			expect(requests).toHaveLength(2);
		},
	);

	it('does not treat fields such as unread_count as pagination hints', async () => {
		const { run, requests } = await helpdesk(() => ({ body: { data: messages(3), unread_count: 9 } }));
		expect(await run('message.getMany', { ...conversation, returnAll: true })).toHaveLength(3);
		expect(requests).toHaveLength(1);
	});

	it.each(forms)('outputs only as many messages as Limit says from %s', async (_, form) => {
		const { run } = await helpdesk(form(messages(65)));
		expect(ids(await run('message.getMany', { ...conversation, returnAll: false, limit: 30 }))).toEqual(
			messages(30).map(({ id }) => id),
		);
	});

	it('fails with Return All if the response hints at more messages, but not how to read them', async () => {
		const { failure, run } = await helpdesk(() => ({ body: { messages: messages(2), meta: { from: 1, to: 4 } } }));
		const { message, description } = await failure('message.getMany', { ...conversation, returnAll: true });
		expect(message).toBe('Could not get messages of conversation: the helpdesk responded in an unexpected form');
		expect(description).toMatch(/^its pages have an unknown form\. .*See the response with API Request/);
		const all = { ...conversation, returnAll: false };
		expect(ids(await run('message.getMany', { ...all, limit: 2 }))).toEqual(['m0', 'm1']);
		const [first] = await run('message.getMany', { ...all, limit: 3 });
		expect(first?.json).toMatchObject({
			id: 'm0',
			hint: expect.stringMatching(/^There are more, on pages of an unknown form/),
		});
	});

	it.each([{ message: 'secret' }, { 'secret@example.com': 1 }, { success: false, data: [{ id: 'secret' }] }])(
		'fails if the response has no single list; the error shows no content: %j',
		async (body) => {
			const { failure } = await helpdesk(() => ({ body }));
			const { description } = await failure('message.getMany', conversation);
			expect(description).toMatch(
				/^expected one list of records, bare, in "data" or under one other name, got another object/,
			);
			expect(description).not.toContain('secret');
		},
	);
});

it('Get Many of automations fails if more pages follow in an unknown form', async () => {
	const { failure } = await helpdesk(() => ({ body: { data: messages(20), has_more: true } }));
	const { description } = await failure('automation.getMany', { inboxId: byId('i1') });
	expect(description).toMatch(/^its pages have an unknown form/);
});

it.each([{ success: false }, { error: 'No index' }, { errors: ['No index'] }])(
	'Get Many of contacts fails if its page contains %j',
	async (says) => {
		const { failure } = await helpdesk(({ query }) => ({ body: { ...countingPage([], query), ...says } }));
		expect((await failure('contact.getMany', { returnAll: true })).message).toMatch(/^Could not get /);
	},
);

describe.each(['message.getMany', 'conversation.getMine', 'automation.getMany'])('%s', (operation) => {
	const parameters = { ...conversation, inboxId: byId('i1') };
	it('outputs no item for an empty list', async () => {
		const { run } = await helpdesk(() => ({ body: [] }));
		expect(await run(operation, parameters)).toEqual([]);
	});

	it.each<[string, { status?: number; body?: unknown }]>([
		['204', { status: 204 }],
		['an empty body', {}],
		['null', { body: 'null' }],
		['null in "data"', { body: { data: null } }],
		['an error beside an empty list', { body: { error: 'No index', data: [] } }],
	])('fails for %s, which shows no list', async (_, answered) => {
		const { failure } = await helpdesk(() => answered);
		expect((await failure(operation, parameters)).message).toMatch(/^Could not /);
	});

	it('reads further pages', async () => {
		const { run } = await helpdesk(({ query }) => ({ body: countingPage(messages(45), query) }));
		expect(ids(await run(operation, { ...parameters, options: { simplify: false } }))).toHaveLength(45);
	});
});
