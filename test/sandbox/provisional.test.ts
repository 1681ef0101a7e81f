import { as, useClient } from './client';

const client = useClient();

type Row = { id: string; name?: string };

/** Sends a request that must succeed. Returns its answer. */
async function ask(method: string, path: string, body?: unknown) {
	const { status, data } = await client.call(method, path, body);
	expect([method, path, status]).toEqual([method, path, 200]);
	return data;
}
const rows = async (path: string): Promise<Row[]> => (await ask('GET', path)).data;
const ids = async (path: string) => (await rows(path)).map(({ id }) => id);
const inSupport = () => client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
const tagged = (tagId: string) =>
	inSupport().flatMap(({ tagIds, record }) => (tagIds.includes(tagId) ? [record.id] : []));

test('a tag is created, changed and deleted, including its use in inbox and conversations', async () => {
	const { id } = (await ask('POST', '/settings/tags', { name: 'Fragile' })).data;
	expect((await ask('PUT', `/settings/tags/${id}`, { name: 'Red', color: '#d33' })).data).toEqual({
		id,
		name: 'Red',
		color: '#d33',
	});
	expect(await rows('/settings/tags')).toContainEqual({ id, name: 'Red', color: '#d33' });
	await ask('POST', `/conversation/${inSupport()[0]!.record.id}/tags`, { tag: 'tag_bug' });
	for (const gone of [id, 'tag_bug']) await ask('DELETE', `/settings/tags/${gone}`);
	expect([tagged('tag_bug'), (await ids('/settings/tags')).includes(id)]).toEqual([[], false]);
	expect(await ids('/inboxes/inbox_support/tags')).not.toContain('tag_bug');
});

test('a saved reply is created, changed and deleted, and an inbox lists its own and the common ones', async () => {
	const { id } = (await ask('POST', '/saved-replies', { name: 'Hours', message: 'Nine to five.' })).data;
	await ask('PUT', `/saved-replies/${id}`, { message: 'Eight to six.' });
	expect(await rows('/saved-replies')).toContainEqual({
		id,
		name: 'Hours',
		message: 'Eight to six.',
		inbox_id: null,
		folder: null,
		uses_count: 0,
	});
	await ask('DELETE', `/saved-replies/${id}`);
	expect(await ids('/inboxes/inbox_billing/saved-replies')).toEqual(['reply_thanks', 'reply_refund']);
});

test('an automation is listed, read in its own inbox, and deleted', async () => {
	const path = '/inboxes/inbox_support/automations';
	const [first] = await rows(path);
	expect((await ask('GET', `${path}/${first!.id}`)).data).toEqual(first);
	expect((await client.call('GET', `/inboxes/inbox_billing/automations/${first!.id}`)).status).toBe(404);
	await ask('DELETE', `${path}/${first!.id}`);
	expect(await ids(path)).toEqual(['automation_support_2']);
});

test.each([
	['/inboxes', ['inbox_support', 'inbox_billing', 'inbox_orders'], ['inbox_other']],
	['/settings/users', ['user_ada', 'user_ben', 'user_chloe', 'user_dev'], ['user_zoe']],
	['/saved-replies', ['reply_thanks', 'reply_refund', 'reply_login'], ['reply_other']],
	['/knowledgebases', ['kb_help', 'kb_internal'], ['kb_other']],
])('%s lists only the records of the own organization', async (path, own, others) => {
	expect(await ids(path)).toEqual(own);
	const { data } = await client.call('GET', path, undefined, as(client.sandbox.tokens.otherOrganization));
	expect(data.data.map(({ id }: Row) => id)).toEqual(others);
});

test('reports count the conversations of their inbox', async () => {
	const records = client.sandbox.store
		.sortedConversations({ inboxId: 'inbox_billing' }, 'newest')
		.map(({ record }) => record);
	const report = async (name: string) => (await ask('GET', `/reports/inbox_billing/${name}`)).data;
	const active = records.filter(({ status }) => status === 'Active').length;
	expect(await report('conversations')).toMatchObject({ total: records.length, by_status: { Active: active } });
	const ofAda = records.filter(({ assignable_id: id }) => id === 'user_ada').length;
	expect((await report('agents'))[0]).toEqual({ id: 'user_ada', name: 'Ada Lindqvist', conversations: ofAda });
	expect(await report('recent-ratings')).toMatchObject([{ conversation_id: records[0]!.id }]);
});

test.each([
	['/settings/tags', { name: '' }, 'name'],
	['/saved-replies', { name: 'x' }, 'message'],
	['/inboxes/inbox_support/batch/delete', { conversation_ids: [] }, 'conversation_ids'],
	['/inboxes/inbox_support/batch/delete', { conversation_ids: ['none'] }, 'conversation_ids.0'],
	['/attachments', { draft_id: 'none', file: 'AAAA' }, 'draft_id'],
])('POST %s with %j answers 422 for the field %s', async (path, body, field) => {
	const { status, data } = await client.call('POST', path, body);
	expect([status, data.errors]).toEqual([
		422,
		{ [field]: [expect.stringMatching(/^The .* (is required|is invalid)\.$/)] },
	]);
});
