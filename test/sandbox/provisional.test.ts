import { as, startClient, type Client } from './client';

let client: Client;
beforeAll(async () => (client = await startClient({ conversations: 120 })));
afterAll(() => client.sandbox.close());
beforeEach(() => client.sandbox.reset());

type Row = { id: string; name?: string };

/** The answer of a request that must succeed, without `data` around a single record. */
async function ask(method: string, path: string, body?: unknown) {
	const { status, data } = await client.call(method, path, body);
	expect([method, path, status]).toEqual([method, path, 200]);
	return data;
}
const rows = async (path: string): Promise<Row[]> => (await ask('GET', `${path}?per-page=100`)).data;
const ids = async (path: string) => (await rows(path)).map(({ id }) => id);
const inSupport = () => client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
const tagged = (tagId: string) =>
	inSupport()
		.filter(({ tagIds }) => tagIds.includes(tagId))
		.map(({ record }) => record.id);

describe('tags', () => {
	test('a new one appears in the list under its name, a changed one under its new name, a deleted one no more', async () => {
		const before = await ids('/settings/tags');
		const { id } = (await ask('POST', '/settings/tags', { name: 'Fragile' })).data;
		expect((await rows('/settings/tags')).filter((tag) => !before.includes(tag.id))).toMatchObject([{ id, name: 'Fragile' }]);
		await ask('PUT', `/settings/tags/${id}`, { name: 'Handle with care' });
		expect((await rows('/settings/tags')).find((tag) => tag.id === id)).toMatchObject({ name: 'Handle with care' });
		await ask('DELETE', `/settings/tags/${id}`);
		expect(await ids('/settings/tags')).toEqual(before);
	});

	test('a deleted one is gone from conversations and inbox too', async () => {
		const { record } = inSupport()[0]!;
		await ask('POST', `/conversation/${record.id}/tags`, { tag: 'tag_bug' });
		await ask('DELETE', '/settings/tags/tag_bug');
		expect(tagged('tag_bug')).toEqual([]);
		expect(await ids('/inboxes/inbox_support/tags')).not.toContain('tag_bug');
		expect((await client.call('DELETE', '/settings/tags/tag_bug')).status).toBe(404);
	});

	test('merged ones become the one that they are merged into', async () => {
		const expected = new Set([...tagged('tag_bug'), ...tagged('tag_login'), ...tagged('tag_refund')]);
		await ask('POST', '/settings/tags/merge', { tag_ids: ['tag_login', 'tag_refund'], tag_id: 'tag_bug' });
		expect(new Set(tagged('tag_bug'))).toEqual(expected);
		expect(await ids('/settings/tags')).not.toEqual(expect.arrayContaining(['tag_login']));
	});

	test('one that is merged into itself is refused, and none is lost', async () => {
		const before = [await ids('/settings/tags'), tagged('tag_bug')];
		const { status, data } = await client.call('POST', '/settings/tags/merge', { tag_ids: ['tag_login', 'tag_bug'], tag_id: 'tag_bug' });
		expect([status, Object.keys((data as { errors: object }).errors)]).toEqual([422, ['tag_id']]);
		expect([await ids('/settings/tags'), tagged('tag_bug')]).toEqual(before);
	});

	test('several are changed or deleted at once, or none where one is unknown', async () => {
		await ask('POST', '/settings/tags/update', { tag_ids: ['tag_login', 'tag_refund'], color: '#123456' });
		expect(
			(await rows('/settings/tags'))
				.filter((tag) => 'color' in tag && tag.color === '#123456')
				.map(({ id }) => id)
				.sort(),
		).toEqual(['tag_login', 'tag_refund']);
		expect((await client.call('POST', '/settings/tags/delete', { tag_ids: ['tag_login', 'nothing'] })).status).toBe(422);
		expect(await ids('/settings/tags')).toContain('tag_login');
		await ask('POST', '/settings/tags/delete', { tag_ids: ['tag_login', 'tag_refund'] });
		expect((await ids('/settings/tags')).filter((id) => ['tag_login', 'tag_refund'].includes(id))).toEqual([]);
	});
});

describe('conversations', () => {
	test('several go to the trash at once and come back at once', async () => {
		const chosen = inSupport()
			.slice(0, 3)
			.map(({ record }) => record.id);
		const isThere = async () => await Promise.all(chosen.map(async (id) => (await client.call('GET', `/conversation/${id}`)).status));
		await ask('POST', '/inboxes/inbox_support/batch/delete', { conversation_ids: chosen });
		expect(await isThere()).toEqual([404, 404, 404]);
		await ask('POST', '/inboxes/inbox_support/batch/restore', { conversation_ids: chosen });
		expect(await isThere()).toEqual([200, 200, 200]);
	});

	test('none goes where none is chosen, or one is of another inbox', async () => {
		expect((await client.call('POST', '/inboxes/inbox_support/batch/delete', { conversation_ids: [] })).status).toBe(422);
		const own = inSupport()[0]!.record.id;
		const other = client.sandbox.store.sortedConversations({ inboxId: 'inbox_billing' }, 'newest')[0]!.record.id;
		expect((await client.call('POST', '/inboxes/inbox_support/batch/delete', { conversation_ids: [own, other] })).status).toBe(422);
		expect((await client.call('GET', `/conversation/${own}`)).status).toBe(200);
	});

	test('the next one of the previous one is the same again, and there is nothing past the ends', async () => {
		const all = inSupport().map(({ record }) => record.id);
		const next = (await ask('GET', `/conversation/${all[0]}/next`)).data.id;
		expect([next, (await ask('GET', `/conversation/${next}/previous`)).data.id]).toEqual([all[1], all[0]]);
		expect((await client.call('GET', `/conversation/${all[0]}/previous`)).status).toBe(404);
		expect((await client.call('GET', `/conversation/${all.at(-1)}/next`)).status).toBe(404);
	});

	test('a draft is deleted', async () => {
		const { record } = inSupport()[0]!;
		const path = `/conversation/${record.id}/draft`;
		const colleague = as(client.sandbox.tokens.colleague);
		await ask('POST', path, { message: '<p>Draft</p>' });
		await client.call('POST', path, { message: '<p>Another</p>' }, colleague);
		await ask('POST', `${path}/delete`);
		expect(record.is_draft).toBe(true);
		await client.call('POST', `${path}/delete`, undefined, colleague);
		expect(record.is_draft).toBe(false);
	});

	test('those of a contact are the ones it wrote', async () => {
		const { contact } = inSupport()[0]!.record;
		const own = [...client.sandbox.store.conversations.values()]
			.filter(({ record }) => record.contact.id === contact.id)
			.map(({ record }) => record.id);
		expect((await ids(`/contacts/${contact.id}/conversations`)).sort()).toEqual(own.sort());
	});
});

describe('what else an organization has', () => {
	test('a saved reply is created, changed, used and deleted', async () => {
		const { id } = (await ask('POST', '/saved-replies', { name: 'Hours', message: 'Nine to five.' })).data;
		await ask('PUT', `/saved-replies/${id}`, { message: 'Eight to six.' });
		await ask('POST', `/saved-replies/${id}/use`);
		expect((await rows('/saved-replies')).find((reply) => reply.id === id)).toMatchObject({
			name: 'Hours',
			message: 'Eight to six.',
			uses_count: 1,
		});
		await ask('DELETE', `/saved-replies/${id}`);
		expect(await ids('/saved-replies')).not.toContain(id);
	});

	test('the saved replies of an inbox are its own and those of all', async () => {
		expect(await ids('/inboxes/inbox_billing/saved-replies')).toEqual(['reply_thanks', 'reply_refund']);
	});

	test('an automation is deleted', async () => {
		const automations = async () => ((await ask('GET', '/inboxes/inbox_support/automations')).data as Row[]).map(({ id }) => id);
		expect(await automations()).toContain('automation_support_1');
		await ask('DELETE', '/inboxes/inbox_support/automations/automation_support_1');
		expect(await automations()).toEqual(['automation_support_2']);
	});

	test.each(['/inboxes', '/settings/tags', '/settings/users', '/saved-replies', '/knowledgebases'])(
		'%s has nothing of another organization',
		async (path) => {
			const own = await ids(path);
			const { data } = await client.call('GET', `${path}?per-page=100`, undefined, as(client.sandbox.tokens.otherOrganization));
			const others = data.data as Row[];
			expect([own.length, others.length].every((length) => length > 0)).toBe(true);
			expect(others.filter(({ id }) => own.includes(id))).toEqual([]);
		},
	);
});

test('reports count the conversations of their inbox', async () => {
	const records = client.sandbox.store.sortedConversations({ inboxId: 'inbox_billing' }, 'newest').map(({ record }) => record);
	const having = (has: Partial<(typeof records)[number]>) =>
		records.filter((record) => Object.entries(has).every(([name, value]) => record[name as never] === value)).length;
	const byStatus = { Active: having({ status: 'Active' }), Pending: having({ status: 'Pending' }), Closed: having({ status: 'Closed' }) };
	const { data } = await ask('GET', '/reports/inbox_billing/conversations');
	expect(data).toEqual({ total: records.length, by_status: byStatus });
	const agents = (await ask('GET', '/reports/inbox_billing/agents')).data as Array<Row & { conversations: number }>;
	expect(agents.map(({ id, conversations }) => [id, conversations])).toEqual(agents.map(({ id }) => [id, having({ assignable_id: id })]));
	expect(agents.filter(({ conversations }) => conversations > 0).length).toBeGreaterThan(1);
});

test('the custom fields of an inbox are those of which its conversations have values', async () => {
	const fields = (await rows('/inboxes/inbox_support/custom-fields')) as Array<Row & { key: string }>;
	const used = inSupport().flatMap(({ record }) => Object.keys(record.custom_field_values));
	expect(fields.map(({ key }) => key).sort()).toEqual([...new Set(used)].sort());
});

test('figures of a report', async () => {
	const records = client.sandbox.store.sortedConversations({ inboxId: 'inbox_billing' }, 'newest').map(({ record }) => record);
	const report = async (name: string) => (await ask('GET', `/reports/inbox_billing/${name}`)).data;
	const agents = await report('agents');
	expect(agents.map(({ id }: Row) => id)).toEqual(['user_ada', 'user_ben', 'user_chloe', 'user_dev']);
	expect(agents[0].name).toBe('Ada Lindqvist');
	expect(await report('productivity')).toEqual({
		replies: records.map(({ messages_count }) => messages_count).reduce((sum, count) => sum + count),
	});
	expect(await report('happiness')).toEqual({ great: 0, okay: 0, not_good: 0 });
	expect(await report('agent-team-conversations')).toEqual({ agents, teams: [] });
	expect(await report('agent-team-productivity')).toEqual({ agents, teams: [] });
	const { id } = records[0]!;
	expect(await report('recent-ratings')).toEqual([{ id: `rating_${id}`, conversation_id: id, rating: 'great', comment: '' }]);
	expect((await ask('GET', '/inboxes/inbox_billing/reports')).data).toEqual({
		inbox_id: 'inbox_billing',
		conversations: await report('conversations'),
	});
	client.sandbox.reset({ conversations: 0 });
	expect(await report('recent-ratings')).toEqual([]);
});

test('a record is made of what is said of it, and the rest is usual', async () => {
	expect((await ask('POST', '/settings/tags', { name: 'Fragile' })).data).toEqual({
		id: expect.stringMatching(/^tag_/),
		name: 'Fragile',
		color: '#38c',
	});
	const { id } = (await ask('POST', '/settings/tags', { name: 'Red', color: '#d33' })).data;
	expect((await ask('PUT', `/settings/tags/${id}`, { name: 7, color: 7 })).data).toEqual({ id, name: 'Red', color: '#d33' });
	expect((await ask('PUT', `/settings/tags/${id}`, { color: '#000' })).data).toEqual({ id, name: 'Red', color: '#000' });
	const reply = (await ask('POST', '/saved-replies', { name: 'Hours', message: 'Nine.' })).data;
	expect(reply).toEqual({ id: expect.stringMatching(/^reply_/), name: 'Hours', message: 'Nine.', inbox_id: null, uses_count: 0 });
	expect((await ask('PUT', `/saved-replies/${reply.id}`, { name: 'Times' })).data).toEqual({ ...reply, name: 'Times' });
	expect((await ask('GET', '/inboxes/inbox_billing')).data).toEqual({ id: 'inbox_billing', name: 'Billing', address: 'billing@acme.example' });
	expect(await ids('/inboxes')).toEqual(['inbox_support', 'inbox_billing', 'inbox_orders']);
	expect(await ids('/settings/users')).toEqual(['user_ada', 'user_ben', 'user_chloe', 'user_dev']);
});

test.each([
	['/settings/tags', {}, 'name'],
	['/settings/tags', { name: '' }, 'name'],
	['/settings/tags/delete', { tag_ids: [] }, 'tag_ids'],
	['/settings/tags/delete', { tag_ids: 'tag_bug' }, 'tag_ids'],
	['/settings/tags/merge', { tag_ids: ['tag_bug'], tag_id: 'none' }, 'tag_id'],
	['/saved-replies', { name: 'x' }, 'message'],
	['/inboxes/inbox_support/batch/delete', { conversation_ids: [] }, 'conversation_ids'],
	['/inboxes/inbox_support/batch/delete', { conversation_ids: ['none'] }, 'conversation_ids.0'],
	['/inboxes/inbox_support/batch/update', { conversation_ids: [], status: 'Closed' }, 'conversation_ids'],
	['/attachments', { draft_id: 'none' }, 'file'],
])('%s with %j says that %s is missing or wrong', async (path, body, field) => {
	const { status, data } = await client.call('POST', path, body);
	expect([status, data.errors]).toEqual([422, { [field]: [expect.stringMatching(/^The .* (is required|is invalid)\.$/)] }]);
});

test('only what is in the trash comes back, and only what is not goes there', async () => {
	const { id } = inSupport()[0]!.record;
	const batch = async (what: string) => {
		const { status, data } = await client.call('POST', `/inboxes/inbox_support/batch/${what}`, { conversation_ids: [id] });
		return [status, Object.keys(data.errors ?? {})];
	};
	const wrong = [422, ['conversation_ids.0']];
	expect([await batch('restore'), await batch('delete'), await batch('delete'), await batch('restore')]).toEqual([
		wrong,
		[200, []],
		wrong,
		[200, []],
	]);
});

test('a batch update of tags, a subject or a priority alone is one', async () => {
	const { record } = inSupport()[0]!;
	const update = async (change: object) => await ask('POST', '/inboxes/inbox_support/batch/update', { conversation_ids: [record.id], ...change });
	await update({ tags: ['tag_bug'] });
	await update({ subject: 'New' });
	await update({ priority: 'Low' });
	expect([tagged('tag_bug').includes(record.id), record.subject, record.priority]).toEqual([true, 'New', 'Low']);
});

test('the current user is told of what is open in the organization, and of what is theirs', async () => {
	const open = [...client.sandbox.store.conversations.values()].filter(
		({ record, organizationId }) => record.status === 'Active' && organizationId === 'org_acme',
	);
	const mine = open.filter(({ record }) => record.assignable_id === 'user_ada');
	const { organization, badge_counts } = (await ask('GET', '/me')).data;
	expect([organization, badge_counts]).toEqual([
		{ id: 'org_acme', name: 'Acme Outdoor' },
		{ active: open.length, mine: mine.length },
	]);
});

test.each(['subject', 'name', 'email', 'excerpt'])('a search finds what has the words in its %s', async (field) => {
	const { record } = inSupport()[0]!;
	const target = field === 'name' || field === 'email' ? record.contact : record;
	Object.assign(target, { [field]: 'Some ZEBRA@example.com' });
	client.sandbox.store.version += 1;
	const found = (await ask('POST', '/search', { query: 'zebra@' })).data.conversations.data as Row[];
	expect(found.map(({ id }) => id)).toContain(record.id);
	const { data } = await client.call('POST', '/search', { query: 'zebra@' }, as(client.sandbox.tokens.otherOrganization));
	expect(data.data.conversations.data).toEqual([]);
});
