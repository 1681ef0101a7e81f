import type { ConversationRecord } from '../../sandbox/records';
import { as, useClient } from './client';

const client = useClient({ conversations: 240 });

const filter = async (body: object) => (await client.call('POST', '/inboxes/inbox_support', body)).data;
const leaf = (attribute: string, comparison: string, ...values: string[]) => ({
	attribute,
	comparison,
	values: values.map((value) => ({ value })),
});
const tree = (condition: string, ...groups: object[]) => ({ condition, groups });
const records = () => client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
const ids = (list: Array<{ id: string }>) => list.map(({ id }) => id);

type Suits = (record: ConversationRecord, tagIds: string[]) => boolean;

test.each<[object, Suits]>([
	[leaf('status', 'eq', 'Active'), ({ status }) => status === 'Active'],
	[leaf('status', 'eq', 'Active', 'Closed'), ({ status }) => status !== 'Pending'],
	[leaf('status', 'neq', 'Active', 'Closed'), ({ status }) => status === 'Pending'],
	[leaf('subject', 'contains', 'URGENT', 'nowhere'), ({ subject }) => /urgent/i.test(subject)],
	[leaf('created_at', 'gt', '2026-02-01', '2999-01-01'), ({ created_at: at }) => at > '2026-02-01'],
	[leaf('created_at', 'lt', '2026-02-01'), ({ created_at: at }) => at < '2026-02-01'],
	[leaf('tag', 'eq', 'tag_bug'), (_, tagIds) => tagIds.includes('tag_bug')],
	[leaf('assignable_id', 'neq', 'nobody'), () => true],
	[leaf('is_spam', 'eq', 'false'), ({ is_spam: is }) => !is],
	[
		tree('and', leaf('status', 'eq', 'Active'), leaf('priority', 'eq', 'High')),
		({ status, priority }) => status === 'Active' && priority === 'High',
	],
	[
		tree('or', leaf('status', 'eq', 'Active'), leaf('priority', 'eq', 'High')),
		({ status, priority }) => status === 'Active' || priority === 'High',
	],
	[tree('and'), () => true],
	[tree('or'), () => true],
])('the sandbox filters by %j', async (group, suits) => {
	const { data, meta } = await filter({ filters: tree('and', group), display: { per_page: 100 } });
	const expected = records().filter(({ record, tagIds }) => suits(record, tagIds));
	expect([meta.total, ids(data)]).toEqual([expected.length, ids(expected.map(({ record }) => record)).slice(0, 100)]);
	expect(meta.total).toBeGreaterThan(0);
});

test.each([
	[leaf('colour', 'eq', 'red'), 'filters.groups.0.attribute'],
	[leaf('constructor', 'eq', 'red'), 'filters.groups.0.attribute'],
	[leaf('status', 'sounds_like', 'Active'), 'filters.groups.0.comparison'],
	[tree('xor'), 'filters.groups.0.condition'],
	[{ attribute: 'status', comparison: 'eq' }, 'filters.groups.0.values'],
	[tree('and', tree('or', leaf('colour', 'eq', 'x'))), 'filters.groups.0.groups.0.groups.0.attribute'],
])('the sandbox names the place in the filter that it refuses: %j', async (group, field) => {
	const { status, data } = await client.call('POST', '/inboxes/inbox_support', { filters: tree('and', group) });
	expect([status, data.errors]).toEqual([422, { [field]: [expect.stringMatching(/\.$/)] }]);
});

test('the sandbox applies a change to the next filter', async () => {
	const active = { filters: tree('and', leaf('status', 'eq', 'Active')) };
	const before = await filter(active);
	await client.call('PATCH', `/conversation/${before.data[0].id}`, { status: 'Closed' });
	expect((await filter(active)).meta.total).toBe(before.meta.total - 1);
});

test('the sandbox sorts "oldest" as the reverse of "newest", and priorities as High, Normal, Low', async () => {
	const { store } = client.sandbox;
	const [first, second] = records().slice(5, 7);
	store.touch(second!, { created_at: first!.record.created_at });
	const newest = ids(records().map(({ record }) => record));
	expect(ids((await filter({ display: { sort: 'oldest', per_page: 100 } })).data)).toEqual(
		[...newest].reverse().slice(0, 100),
	);
	expect([
		first!.sequence > second!.sequence,
		newest.indexOf(first!.record.id) < newest.indexOf(second!.record.id),
	]).toEqual([true, true]);
	const pages = await Promise.all(
		[1, 2].map((page) => filter({ display: { sort: 'priority', per_page: 100, page } })),
	);
	const ranks = pages.flatMap(({ data }) =>
		data.map(({ priority }: ConversationRecord) => ['High', 'Normal', 'Low'].indexOf(priority)),
	);
	expect(ranks).toEqual([...ranks].sort());
});

test('the sandbox returns filter results in counting pages with meta.links', async () => {
	const { data, meta, links } = await filter({});
	const url = `${client.sandbox.baseUrl}/inboxes/inbox_support`;
	expect([data.length, links]).toEqual([
		20,
		{ first: `${url}?page=1`, last: `${url}?page=10`, prev: null, next: `${url}?page=2` },
	]);
	expect(meta).toMatchObject({
		current_page: 1,
		from: 1,
		to: 20,
		per_page: 20,
		last_page: 10,
		total: 200,
		path: url,
	});
	expect([meta.links[0], meta.links[1], meta.links.at(-1)]).toEqual([
		{ url: null, label: '&laquo; Previous', page: null, active: false },
		{ url: `${url}?page=1`, label: '1', page: 1, active: true },
		{ url: `${url}?page=2`, label: 'Next &raquo;', page: 2, active: false },
	]);
	const past = await filter({ display: { page: 99 } });
	expect([past.data, past.meta.current_page, past.meta.from, past.meta.to, past.links.next]).toEqual([
		[],
		99,
		null,
		null,
		null,
	]);
});

test('the sandbox wraps the pages of a search, and reads the page from the query or the body', async () => {
	const inQuery = (await client.call('POST', '/search?page=2&per-page=5', { query: 'ORDER' })).data;
	const inBody = (await client.call('POST', '/search', { query: 'order', page: 2, 'per-page': 5 })).data;
	expect(inQuery).toEqual(inBody);
	expect(inQuery).toMatchObject({
		success: true,
		data: { conversations: { meta: { current_page: 2, per_page: 5 } } },
	});
});

test.each(['subject', 'name', 'email', 'excerpt'])(
	'the sandbox searches the %s of own conversations',
	async (field) => {
		const { record } = records()[0]!;
		Object.assign(field === 'name' || field === 'email' ? record.contact : record, {
			[field]: 'Some ZEBRA@example.com',
		});
		client.sandbox.store.version += 1;
		const found = async (token: string) =>
			ids((await client.call('POST', '/search', { query: 'zebra@' }, as(token))).data.data.conversations.data);
		expect(await found(client.sandbox.tokens.personal)).toContain(record.id);
		expect(await found(client.sandbox.tokens.otherOrganization)).toEqual([]);
	},
);

test.each<[string, string, object | undefined, string]>([
	['POST', '/inboxes/inbox_support', { display: { page: 0 } }, 'page'],
	['POST', '/inboxes/inbox_support', { display: { per_page: 0 } }, 'display.per_page'],
	['POST', '/inboxes/inbox_support', { display: { sort: 'loudest' } }, 'display.sort'],
	['GET', '/contacts?page=0', undefined, 'page'],
	['GET', '/contacts?per_page=0', undefined, 'per_page'],
	['GET', '/inboxes/inbox_support/tags?per-page=0', undefined, 'per-page'],
	['POST', '/search', {}, 'query'],
	['POST', '/search', { query: 'x', sort: 'loudest' }, 'sort'],
])('the sandbox refuses %s %s with %j', async (method, path, body, field) => {
	const { status, data } = await client.call(method, path, body);
	expect([status, Object.keys(data.errors ?? {})]).toEqual([422, [field]]);
});
