import type { StoredConversation } from '../../sandbox/records';
import { anyConversation, as, startClient, type Client } from './client';

let client: Client;
let conversation: StoredConversation;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => {
	client.sandbox.reset();
	conversation = anyConversation(client, ({ record }) => record.status === 'Active' && !record.is_spam);
	client.clock.pass(5000);
});

async function send(method: string, endpoint: string, body?: unknown) {
	const { status, data } = await client.call(method, `/conversation/${conversation.record.id}${endpoint}`, body);
	expect([status, typeof data.message]).toEqual([200, 'string']);
	expect(conversation.record.updated_at).toBe(client.sandbox.store.now());
}

test('a conversation is read with its tags', async () => {
	conversation.tagIds = ['tag_bug'];
	const { data } = await client.call('GET', `/conversation/${conversation.record.id}`);
	expect(data.data).toMatchObject({ id: conversation.record.id, contact: { id: conversation.record.contact.id } });
	expect(data.data.tags).toEqual([{ id: 'tag_bug', name: 'Bug', color: expect.any(String) }]);
});

test('single records come bare where the world has them so', async () => {
	client.sandbox.settings({ world: { singleRecord: 'bare' } });
	const { data } = await client.call('GET', `/conversation/${conversation.record.id}`);
	expect(data.id).toBe(conversation.record.id);
	expect((await client.call('GET', '/me')).data.id).toBe('user_ada');
	// These are shown as wrapped, whatever the setting.
	expect((await client.call('GET', '/settings/users/user_ben')).data.data.id).toBe('user_ben');
});

test('PATCH sets status, assignee, tags and subject', async () => {
	const { priority } = conversation.record;
	await send('PATCH', '', { status: 'Closed', assign_to: 'user_ben', tags: ['tag_bug', 'tag_bug', 'tag_login'], subject: 'New' });
	expect(conversation.record).toMatchObject({ status: 'Closed', closed_at: client.sandbox.store.now(), assignable_id: 'user_ben', subject: 'New' });
	expect(conversation.record.agents).toContain('user_ben');
	expect(conversation.tagIds).toEqual(['tag_bug', 'tag_login']);
	await send('PATCH', '', { status: 'Active' });
	expect(conversation.record).toMatchObject({ status: 'Active', closed_at: null, subject: 'New', updated_subject: 'New', assignable_type: 'user' });
	const { status } = conversation.record;
	const agents = [...conversation.record.agents];
	await send('PATCH', '', { assign_to: null });
	expect(conversation.record).toMatchObject({ assignable_id: null, assignable_type: null, agents, status, priority });
	await send('PATCH', '', { assign_to: 'user_ben' });
	expect(conversation.record.agents).toEqual(agents);
});

test('a deleted conversation is in the trash: in no list, 404, until it is restored', async () => {
	const { id } = conversation.record;
	const count = conversation.record.contact.conversations_count;
	const listed = async () => {
		const { data } = await client.call('POST', '/inboxes/inbox_support', { display: { per_page: 100 } });
		return data.data.some((record: { id: string }) => record.id === id);
	};
	expect(await listed()).toBe(true);
	await send('DELETE', '');
	expect(conversation.record.deleted_at).toBe(client.sandbox.store.now());
	expect(conversation.record.contact.conversations_count).toBe(count - 1);
	expect(await listed()).toBe(false);
	expect((await client.call('GET', `/conversation/${id}`)).status).toBe(404);
	expect((await client.call('DELETE', `/conversation/${id}`)).status).toBe(404);
	await send('PATCH', '/restore');
	expect(conversation.record.deleted_at).toBeNull();
	expect(conversation.record.contact.conversations_count).toBe(count);
	expect(await listed()).toBe(true);
	expect((await client.call('PATCH', `/conversation/${id}/restore`, {})).status).toBe(409);
});

test('change-contact gives it another contact, and both counts follow', async () => {
	const old = conversation.record.contact;
	const [next] = client.sandbox.store.contactsOf('org_acme').filter(({ id }) => id !== old.id);
	const before = [old.conversations_count, next?.conversations_count ?? 0];
	await send('PATCH', '/change-contact', { contact_id: next?.id });
	expect(conversation.record.contact).toBe(next);
	expect([old.conversations_count, next?.conversations_count]).toEqual([(before[0] as number) - 1, (before[1] as number) + 1]);
});

test('custom fields are set by key and keep the type of their values', async () => {
	await send('PATCH', '/custom-fields', { vip: true, score: 4.5, region: 'EU' });
	expect(conversation.record.custom_field_values).toMatchObject({ vip: true, score: 4.5, region: 'EU', order_number: expect.any(String) });
});

test('the priority is set, to any text', async () => {
	await send('PUT', '/update/priority', { priority: 'Low' });
	expect(conversation.record.priority).toBe('Low');
	await send('PUT', '/update/priority', { priority: 'Critical' });
	expect(conversation.record.priority).toBe('Critical');
});

test('move puts it into another inbox', async () => {
	await send('POST', '/move', { inbox_id: 'inbox_billing' });
	expect(conversation.record.inbox_id).toBe('inbox_billing');
	const { data } = await client.call('POST', '/inboxes/inbox_billing', { display: { per_page: 100 } });
	expect(data.data.map(({ id }: { id: string }) => id)).toContain(conversation.record.id);
});

test('a snooze ends by unsnooze or by time', async () => {
	const hour = 3_600_000;
	const until = () => new Date(client.clock.ms + hour).toISOString();
	await send('PUT', '/snooze', { snoozed_until: until(), type: 'if_no_reply' });
	expect([conversation.record.is_snoozed, conversation.snooze?.type]).toEqual([true, 'if_no_reply']);
	await send('DELETE', '/unsnooze');
	expect(conversation.record.is_snoozed).toBe(false);
	await send('PUT', '/snooze', { snoozed_until: until(), type: 'always' });
	client.clock.pass(hour - 1);
	await client.call('GET', '/me');
	expect(conversation.record.is_snoozed).toBe(true);
	client.clock.pass(1);
	await client.call('GET', '/me');
	expect([conversation.record.is_snoozed, conversation.snooze]).toEqual([false, null]);
});

test('a time with an offset is kept in UTC', async () => {
	await send('PUT', '/snooze', { snoozed_until: '2026-07-01T10:00:00+02:00', type: 'if_no_reply' });
	expect(conversation.snooze?.until).toBe('2026-07-01T08:00:00.000000Z');
});

test('the spam mark is set and removed', async () => {
	await send('POST', '/spam');
	expect(conversation.record.is_spam).toBe(true);
	await send('DELETE', '/spam');
	expect(conversation.record.is_spam).toBe(false);
});

test('a tag is added once and removed by a DELETE with a body', async () => {
	conversation.tagIds = ['tag_login'];
	await send('POST', '/tags', { tag: 'tag_bug' });
	await send('POST', '/tags', { tag: 'tag_bug' });
	expect(conversation.tagIds).toEqual(['tag_login', 'tag_bug']);
	await send('DELETE', '/tags', { tag: 'tag_bug' });
	await send('DELETE', '/tags', { tag: 'tag_bug' });
	expect(conversation.tagIds).toEqual(['tag_login']);
});

test('my conversations are the five most recently active ones of mine', async () => {
	const { data } = await client.call('GET', '/conversations/mine');
	expect(data.data).toHaveLength(5);
	for (const record of data.data) expect(record.assignable_id).toBe('user_ada');
	const times = data.data.map((record: { last_message_created_at: string }) => record.last_message_created_at);
	expect(times).toEqual([...times].sort().reverse());
	const ben = await client.call('GET', '/conversations/mine', undefined, as(client.sandbox.tokens.colleague));
	expect(ben.data.data[0].assignable_id).toBe('user_ben');
	await client.call('DELETE', `/conversation/${data.data[0].id}`);
	expect((await client.call('GET', '/conversations/mine')).data.data.slice(0, 4)).toEqual(data.data.slice(1));
	await send('PATCH', '', { assign_to: 'user_ada' });
	client.sandbox.store.touch(conversation, { created_at: client.sandbox.store.now(), last_message_created_at: client.sandbox.store.now() });
	const first = async () => (await client.call('GET', '/conversations/mine')).data.data[0].id;
	expect(await first()).toBe(conversation.record.id);
	client.sandbox.settings({ world: { lateVisibility: 'seconds30' } });
	expect(await first()).toBe(data.data[1].id);
});

test('of my conversations that were active in the same second, the one that came in last is first', async () => {
	const mine = [...client.sandbox.store.conversations.values()].filter(({ record }) => record.assignable_id === 'user_ada').slice(0, 4);
	for (const { record } of mine) record.last_message_created_at = client.sandbox.store.now();
	const { data } = await client.call('GET', '/conversations/mine');
	expect(data.data.slice(0, 4).map(({ id }: { id: string }) => id)).toEqual(mine.map(({ record }) => record.id).reverse());
});

test('a batch update changes all or none', async () => {
	const [a, b] = client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest') as [StoredConversation, StoredConversation];
	const update = (ids: unknown[], change: object) =>
		client.call('POST', '/inboxes/inbox_support/batch/update', { conversation_ids: ids, ...change });
	expect((await update([a.record.id, b.record.id], { status: 'Pending', priority: 'High', assign_to: 'user_ben' })).status).toBe(200);
	for (const { record } of [a, b]) expect(record).toMatchObject({ status: 'Pending', priority: 'High', assignable_id: 'user_ben' });
	const [elsewhere] = client.sandbox.store.sortedConversations({ inboxId: 'inbox_billing' }, 'newest');
	await client.call('DELETE', `/conversation/${b.record.id}`);
	for (const wrong of [elsewhere?.record.id, b.record.id, 'conv_missing']) {
		const refused = await update([a.record.id, wrong], { status: 'Closed' });
		expect([wrong, refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([wrong, 422, ['conversation_ids.1']]);
	}
	expect(a.record.status).toBe('Pending');
	expect((await update([], { status: 'Closed' })).status).toBe(422);
});

test('fields whose names are not shown have the names that the settings give them', async () => {
	client.sandbox.settings({
		fieldNames: {
			replyText: 'body',
			replyDraft: 'draft',
			searchTerm: 'q',
			batchIds: 'ids',
			tagIds: 'tags',
			mergeTarget: 'into',
			recordName: 'title',
			savedReplyText: 'text',
			uploadFile: 'upload',
			uploadDraft: 'draft',
		},
	});
	await send('POST', '/reply', { body: 'Hello' });
	expect((await client.call('POST', `/conversation/${conversation.record.id}/reply`, { message: 'Hello' })).status).toBe(422);
	expect((await client.call('POST', '/inboxes/inbox_support/batch/update', { ids: [conversation.record.id], status: 'Closed' })).status).toBe(200);
	expect((await client.call('POST', '/search', { q: 'order' })).status).toBe(200);
});
