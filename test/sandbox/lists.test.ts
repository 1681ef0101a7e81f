import type { ConversationRecord } from '../../sandbox/records';
import { anyConversation, startClient, type Client } from './client';

let client: Client;
beforeAll(async () => {
	client = await startClient({ conversations: 240 });
});
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

const filter = async (body: object) => (await client.call('POST', '/inboxes/inbox_support', body)).data;
const leaf = (attribute: string, value: string, comparison = 'eq') => ({ attribute, comparison, values: [{ value }] });
const all = (groups: object[], condition = 'and') => ({ filters: { condition, groups }, display: { per_page: 100 } });
const inSupport = (suits: (record: ConversationRecord) => boolean) =>
	client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').filter(({ record }) => suits(record)).length;

describe('filters', () => {
	test.each([
		['one condition', [leaf('status', 'Active')], 'and', (r: ConversationRecord) => r.status === 'Active'],
		[
			'all of several',
			[leaf('status', 'Active'), leaf('priority', 'High')],
			'and',
			(r: ConversationRecord) => r.status === 'Active' && r.priority === 'High',
		],
		[
			'any of several',
			[leaf('status', 'Active'), leaf('priority', 'High')],
			'or',
			(r: ConversationRecord) => r.status === 'Active' || r.priority === 'High',
		],
		['a negation', [leaf('status', 'Closed', 'neq')], 'and', (r: ConversationRecord) => r.status !== 'Closed'],
		['a part of the text', [leaf('subject', 'URGENT', 'contains')], 'and', (r: ConversationRecord) => /urgent/i.test(r.subject)],
		[
			'a nested tree',
			[leaf('status', 'Active'), { condition: 'or', groups: [leaf('priority', 'High'), leaf('priority', 'Low')] }],
			'and',
			(r: ConversationRecord) => r.status === 'Active' && r.priority !== 'Normal',
		],
		['no condition at all', [], 'and', () => true],
		['no alternative at all', [], 'or', () => true],
	])('%s', async (_, groups, condition, suits) => {
		const { data, meta } = await filter(all(groups, condition));
		expect(meta.total).toBe(inSupport(suits));
		expect(meta.total).toBeGreaterThan(0);
		for (const record of data) expect(suits(record)).toBe(true);
	});

	test.each([
		['any of them', 'status', 'eq', ['Active', 'Closed'], (r: ConversationRecord) => r.status !== 'Pending'],
		['none of them', 'status', 'neq', ['Active', 'Closed'], (r: ConversationRecord) => r.status === 'Pending'],
		['a part of any of them', 'subject', 'contains', ['urgent', 'NOWHERE'], (r: ConversationRecord) => /urgent/i.test(r.subject)],
		['later than any of them', 'created_at', 'gt', ['2026-02-01', '2999-01-01'], (r: ConversationRecord) => r.created_at > '2026-02-01'],
		['earlier than any of them', 'created_at', 'lt', ['2026-02-01', '1999-01-01'], (r: ConversationRecord) => r.created_at < '2026-02-01'],
	])('several values mean %s', async (_, attribute, comparison, values, suits) => {
		const { meta } = await filter(all([{ attribute, comparison, values: values.map((value) => ({ value })) }]));
		expect(meta.total).toBe(inSupport(suits));
		expect(meta.total).toBeGreaterThan(0);
	});

	test('later and earlier times', async () => {
		const border = '2026-02-01';
		const later = await filter(all([leaf('created_at', border, 'gt')]));
		const earlier = await filter(all([leaf('created_at', border, 'lt')]));
		expect(later.meta.total).toBe(inSupport(({ created_at }) => created_at > border));
		expect(later.meta.total + earlier.meta.total).toBe(inSupport(() => true));
	});

	test('a tag', async () => {
		const { data, meta } = await filter(all([leaf('tag', 'tag_bug')]));
		expect(meta.total).toBeGreaterThan(0);
		for (const { id } of data) expect(client.sandbox.store.conversations.get(id)?.tagIds).toContain('tag_bug');
	});

	test.each(['priority', 'assignable_id'] as const)('what has no %s is no part of any text, and other than every value', async (attribute) => {
		const none = anyConversation(client).record;
		Object.assign(none, { [attribute]: null });
		const found = async (value: string, comparison: string) => (await filter(all([leaf(attribute, value, comparison)]))).meta.total;
		const has = inSupport((record) => record[attribute] !== null);
		expect([await found('null', 'contains'), await found(' ', 'gt'), await found('nobody', 'neq')]).toEqual([0, has, inSupport(() => true)]);
	});

	test('results follow a change at once', async () => {
		const active = all([leaf('status', 'Active')]);
		const before = await filter(active);
		await client.call('PATCH', `/conversation/${before.data[0].id}`, { status: 'Closed' });
		expect((await filter(active)).meta.total).toBe(before.meta.total - 1);
	});

	test.each([
		[leaf('colour', 'red'), 'filters.groups.0.attribute'],
		[leaf('constructor', 'red'), 'filters.groups.0.attribute'],
		[leaf('status', 'Active', 'sounds_like'), 'filters.groups.0.comparison'],
		[{ condition: 'xor', groups: [] }, 'filters.groups.0.condition'],
		[{ attribute: 'status', comparison: 'eq' }, 'filters.groups.0.values'],
		[{ condition: 'and', groups: [{ condition: 'or', groups: [leaf('colour', 'x')] }] }, 'filters.groups.0.groups.0.groups.0.attribute'],
	])('%j is 422 at its place', async (group, field) => {
		const { status, data } = await client.call('POST', '/inboxes/inbox_support', all([group]));
		expect([status, data.errors]).toEqual([422, { [field]: [expect.stringMatching(/\.$/)] }]);
	});

	test('an unknown field deep in the tree is 400', async () => {
		const { status } = await client.call(
			'POST',
			'/inboxes/inbox_support',
			all([{ condition: 'or', groups: [{ ...leaf('status', 'Active'), colour: 'red' }] }]),
		);
		expect(status).toBe(400);
	});
});

describe('order', () => {
	const ids = async (sort: string) => (await filter({ display: { sort, per_page: 100 } })).data as ConversationRecord[];

	test('newest is by creation, or by last activity where the world has it so', async () => {
		const times = (records: ConversationRecord[], field: 'created_at' | 'last_message_created_at') => records.map((record) => record[field]);
		const created = times(await ids('newest'), 'created_at');
		expect(created).toEqual([...created].sort().reverse());
		client.sandbox.settings({ world: { newestGoesBy: 'lastMessage' } });
		const active = times(await ids('newest'), 'last_message_created_at');
		expect(active).toEqual([...active].sort().reverse());
		const [last] = (await ids('oldest')).slice(-1) as [ConversationRecord];
		await client.call('POST', `/conversation/${last.id}/reply`, { message: 'now' });
		expect((await ids('newest'))[0]?.id).toBe(last.id);
	});

	test('oldest is newest the other way round', async () => {
		const { data } = await filter({ display: { sort: 'newest', per_page: 100, page: 2 } });
		const oldest = await ids('oldest');
		expect(oldest.map(({ id }) => id).slice(0, data.length)).toEqual(data.map(({ id }: ConversationRecord) => id).reverse());
	});

	test('priority is High, Normal, Low', async () => {
		const all = [...(await ids('priority')), ...(await filter({ display: { sort: 'priority', per_page: 100, page: 2 } })).data];
		const ranks = all.map(({ priority }) => ['High', 'Normal', 'Low'].indexOf(priority));
		expect(ranks).toEqual([...ranks].sort());
	});

	test('another order is 422', async () => {
		const { status, data } = await client.call('POST', '/inboxes/inbox_support', { display: { sort: 'loudest' } });
		expect([status, data.errors]).toEqual([422, { 'display.sort': ['The selected display.sort is invalid.'] }]);
	});
});

describe('pages', () => {
	test('filter results come twenty at a time with counting meta and its links', async () => {
		const { data, meta, links } = await filter({});
		const url = `${client.sandbox.baseUrl}/inboxes/inbox_support`;
		expect(data).toHaveLength(20);
		expect(meta).toMatchObject({ current_page: 1, from: 1, to: 20, per_page: 20, last_page: 10, total: 200, path: url });
		expect(links).toEqual({ first: `${url}?page=1`, last: `${url}?page=10`, prev: null, next: `${url}?page=2` });
		expect(meta.links[0]).toEqual({ url: null, label: '&laquo; Previous', page: null, active: false });
		expect(meta.links[1]).toEqual({ url: `${url}?page=1`, label: '1', page: 1, active: true });
		expect(meta.links.at(-1)).toEqual({ url: `${url}?page=2`, label: 'Next &raquo;', page: 2, active: false });
	});

	test('all pages together hold every conversation once', async () => {
		const pages = await Promise.all([1, 2, 3].map((page) => filter({ display: { per_page: 70, page } })));
		const ids = pages.flatMap(({ data }) => data.map(({ id }: ConversationRecord) => id));
		expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
		expect(pages[2].links.next).toBeNull();
	});

	test('a page past the end is empty', async () => {
		const { data, meta } = await filter({ display: { page: 99 } });
		expect([data, meta.current_page, meta.from, meta.to, meta.total]).toEqual([[], 99, null, null, 200]);
	});

	test.each([
		['upTo100', 200, 100],
		['obey', 200, 150],
		['refuseOver100', 422, undefined],
	] as const)('a page size of 150 in the world %s is %i', async (pageSize, expected, length) => {
		client.sandbox.settings({ world: { pageSize } });
		const { status, data } = await client.call('POST', '/inboxes/inbox_support', { display: { per_page: 150 } });
		expect([status, data.data?.length]).toEqual([expected, length]);
	});

	test('a page or page size of 0 is 422', async () => {
		const refused = async (method: string, path: string, body?: object) => {
			const { status, data } = await client.call(method, path, body);
			return [status, ...Object.keys(data.errors ?? {})];
		};
		expect(await refused('POST', '/inboxes/inbox_support', { display: { page: 0 } })).toEqual([422, 'page']);
		expect(await refused('POST', '/inboxes/inbox_support', { display: { per_page: 0 } })).toEqual([422, 'display.per_page']);
		expect(await refused('GET', '/contacts?page=0')).toEqual([422, 'page']);
		expect(await refused('GET', '/contacts?per_page=0')).toEqual([422, 'per_page']);
		expect(await refused('GET', '/inboxes/inbox_support/tags?per-page=0')).toEqual([422, 'per-page']);
	});

	test('tags of an inbox come in simple pages, whose next link ends with null', async () => {
		const { data } = await client.call('GET', '/inboxes/inbox_support/tags?per-page=5');
		const url = `${client.sandbox.baseUrl}/inboxes/inbox_support/tags`;
		expect(data.meta).toEqual({ current_page: 1, current_page_url: `${url}?page=1`, from: 1, to: 5, per_page: 5, path: url });
		expect(data.links).toEqual({ first: `${url}?page=1`, last: null, prev: null, next: `${url}?page=2` });
		const end = await client.call('GET', '/inboxes/inbox_support/tags?per-page=5&page=3');
		expect([end.data.data.length, end.data.links.next]).toEqual([2, null]);
	});

	test('search comes wrapped, and takes its page in the query or in the body', async () => {
		const first = await client.call('POST', '/search', { query: 'ORDER' });
		expect(first.data).toMatchObject({ success: true, data: { conversations: { meta: { current_page: 1, per_page: 20 } } } });
		const inQuery = await client.call('POST', '/search?page=2&per-page=5', { query: 'order' });
		const inBody = await client.call('POST', '/search', { query: 'order', page: 2, 'per-page': 5 });
		expect(inQuery.data).toEqual(inBody.data);
		expect(inQuery.data.data.conversations.meta).toMatchObject({ current_page: 2, per_page: 5 });
		for (const { subject, excerpt } of first.data.data.conversations.data) expect(`${subject} ${excerpt}`).toMatch(/order/i);
		expect((await client.call('POST', '/search', {})).status).toBe(422);
	});
});

test('automations of an inbox are listed and read, with their creator', async () => {
	const { data } = await client.call('GET', '/inboxes/inbox_support/automations');
	const one = await client.call('GET', `/inboxes/inbox_support/automations/${data.data[0].id}`);
	expect(one.data.data).toEqual(data.data[0]);
	expect(one.data.data.created_by.id).toBe('user_ada');
	expect((await client.call('GET', `/inboxes/inbox_billing/automations/${data.data[0].id}`)).status).toBe(404);
});

test('the current user comes with the organization and counts', async () => {
	const { data } = await client.call('GET', '/me');
	expect(data.data).toMatchObject({
		id: 'user_ada',
		organization: { id: 'org_acme' },
		badge_counts: { active: expect.any(Number), mine: expect.any(Number) },
	});
});
