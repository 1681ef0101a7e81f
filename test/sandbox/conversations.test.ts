import type { StoredConversation } from '../../sandbox/records';
import { anyConversation, as, useClient } from './client';

const HOUR = 3_600_000;
const client = useClient();
let conversation: StoredConversation;
let others: StoredConversation[];
beforeEach(() => {
	const { store } = client.sandbox;
	const suits = ({ record, events }: StoredConversation) =>
		record.status === 'Active' && !record.is_spam && record.assignable_id !== 'user_ada' && events.length > 2;
	conversation = anyConversation(client, suits);
	others = store
		.sortedConversations({ inboxId: 'inbox_support' }, 'newest')
		.filter((each) => each !== conversation && each.events.length > 2);
	client.clock.pass(5_000);
});

async function send(method: string, endpoint: string, body?: unknown) {
	const { status, data } = await client.call(method, `/conversation/${conversation.record.id}${endpoint}`, body);
	expect([status, typeof data.message]).toEqual([200, 'string']);
	expect(conversation.record.updated_at).toBe(client.sandbox.store.now());
}

const statusOf = async (endpoint = '') =>
	(await client.call('GET', `/conversation/${conversation.record.id}${endpoint}`)).status;

test('a deleted conversation is in no list and answers 404 until it is restored', async () => {
	const { contact, id } = conversation.record;
	const count = contact.conversations_count;
	const isListed = async () => {
		const { data } = await client.call('POST', '/inboxes/inbox_support', { display: { per_page: 100 } });
		return data.data.some((record: { id: string }) => record.id === id);
	};
	expect(await isListed()).toBe(true);
	await send('DELETE', '');
	expect([await isListed(), await statusOf(), contact.conversations_count]).toEqual([false, 404, count - 1]);
	await send('PATCH', '/restore');
	expect([await isListed(), await statusOf(), contact.conversations_count]).toEqual([true, 200, count]);
	expect((await client.call('PATCH', `/conversation/${id}/restore`, {})).status).toBe(409);
});

test('a snooze ends after an unsnooze request or at its time', async () => {
	await send('PUT', '/snooze', { snoozed_until: '2026-07-01T10:00:00+02:00', type: 'if_no_reply' });
	expect([conversation.record.is_snoozed, conversation.snooze]).toEqual([
		true,
		{ until: '2026-07-01T08:00:00.000000Z', type: 'if_no_reply' },
	]);
	await send('DELETE', '/unsnooze');
	expect(conversation.record.is_snoozed).toBe(false);
	await send('PUT', '/snooze', { snoozed_until: new Date(client.clock.ms + HOUR).toISOString(), type: 'always' });
	const seen = [];
	for (const ms of [HOUR - 1, 1]) {
		client.clock.pass(ms);
		await client.call('GET', '/me');
		seen.push(conversation.record.is_snoozed);
	}
	expect(seen).toEqual([true, false]);
});

test('"my conversations" lists my five most recently active ones', async () => {
	const mine = async (token: string) =>
		(await client.call('GET', '/conversations/mine', undefined, as(token))).data.data;
	const records = await mine(client.sandbox.tokens.personal);
	expect(records.map((record: { assignable_id: string }) => record.assignable_id)).toEqual(Array(5).fill('user_ada'));
	const times = records.map((record: { last_message_created_at: string }) => record.last_message_created_at);
	expect(times).toEqual([...times].sort().reverse());
	expect((await mine(client.sandbox.tokens.colleague))[0].assignable_id).toBe('user_ben');
});

test('a batch update changes all or none', async () => {
	const [a, b] = others as [StoredConversation, StoredConversation];
	const update = (ids: unknown[], change: object) =>
		client.call('POST', '/inboxes/inbox_support/batch/update', { conversation_ids: ids, ...change });
	expect((await update([a.record.id, b.record.id], { status: 'Pending' })).status).toBe(200);
	const [elsewhere] = client.sandbox.store.sortedConversations({ inboxId: 'inbox_billing' }, 'newest');
	for (const wrong of [elsewhere!.record.id, 'conv_missing']) {
		const { status, data } = await update([a.record.id, wrong], { status: 'Closed' });
		expect([status, Object.keys(data.errors)]).toEqual([422, ['conversation_ids.1']]);
	}
	expect([a, b].map(({ record }) => record.status)).toEqual(['Pending', 'Pending']);
});

test('several conversations can be trashed and restored in one request', async () => {
	const conversation_ids = others.slice(0, 3).map(({ record }) => record.id);
	const batch = async (what: string) =>
		(await client.call('POST', `/inboxes/inbox_support/batch/${what}`, { conversation_ids })).status;
	expect([await batch('restore'), await batch('delete'), await batch('delete'), await batch('restore')]).toEqual([
		422, 200, 422, 200,
	]);
});

describe('merge', () => {
	const merge = (ids: unknown[], more: object = {}) =>
		client.call('POST', `/conversation/${conversation.record.id}/merge`, {
			mergeable_conversation_ids: ids,
			...more,
		});

	test.each([true, false])(
		'sorts the merged messages by time, and trashes their conversations (with notes: %s)',
		async (include_notes) => {
			const other = others.find(({ events }) => events.some(({ action }) => action === 'note'))!;
			const moving = other.events.filter(({ action }) => include_notes || action !== 'note').length;
			const [ours, theirs] = [conversation.events.length, other.events.length];
			await merge([other.record.id, other.record.id], { include_notes, include_merge_summary: true });
			expect([conversation.events.length, other.events.length]).toEqual([ours + moving + 1, theirs - moving]);
			const times = conversation.events.map(({ created_at }) => created_at);
			expect([times, other.record.deleted_at]).toEqual([[...times].sort(), client.sandbox.store.now()]);
			expect(conversation.events.at(-1)).toMatchObject({
				action: 'merged',
				message: { text_body: expect.stringContaining(`#${other.record.ticket_id}`) },
			});
		},
	);

	test('refuses the conversation itself, a trashed one and a foreign one', async () => {
		client.sandbox.store.trash(others[0]!);
		const [foreign] = client.sandbox.store.sortedConversations({ organizationId: 'org_other' }, 'newest');
		for (const { record } of [conversation, others[0]!, foreign!])
			expect((await merge([others[1]!.record.id, record.id])).status).toBe(422);
	});
});

describe('split', () => {
	const split = (place: number, body: object) =>
		client.call('POST', `/conversation/${conversation.record.id}/split`, {
			thread_event_id: conversation.events[place]!.message.id,
			...body,
		});
	const idsOf = ({ events }: StoredConversation) => events.map(({ id }) => id);
	const newest = () => [...client.sandbox.store.conversations.values()].at(-1)!;

	test.each([
		['after', 1],
		['before', 2],
	] as const)(
		'%s moves the message and all messages on that side into a new conversation',
		async (direction, border) => {
			const ids = idsOf(conversation);
			const parts = [ids.slice(0, border), ids.slice(border)];
			expect((await split(1, { direction, subject: 'Half', status: 'Pending' })).status).toBe(200);
			expect([idsOf(conversation), idsOf(newest())]).toEqual(direction === 'after' ? parts : parts.reverse());
			const { contact, inbox_id } = conversation.record;
			expect(newest().record).toMatchObject({
				subject: 'Half',
				status: 'Pending',
				contact,
				inbox_id,
				created_at: client.sandbox.store.now(),
			});
			for (const { record, events } of [conversation, newest()])
				expect(record.last_message).toBe(events.at(-1)!.message);
		},
	);

	test('refuses to move all messages, and refuses an unknown side or status', async () => {
		const statuses = [
			await split(0, { direction: 'after' }),
			await split(1, { direction: 'sideways' }),
			await split(1, { direction: 'after', status: 'x' }),
		];
		expect(statuses.map(({ status }) => status)).toEqual([422, 422, 409]);
	});
});

test('settings can rename fields whose names are unconfirmed', async () => {
	const fieldNames = {
		...client.sandbox.service.settings.fieldNames,
		replyText: 'body',
		searchTerm: 'q',
		batchIds: 'ids',
	};
	client.sandbox.settings({ fieldNames });
	await send('POST', '/reply', { body: 'Hello' });
	expect(
		(
			await client.call('POST', '/inboxes/inbox_support/batch/update', {
				ids: [conversation.record.id],
				status: 'Closed',
			})
		).status,
	).toBe(200);
	expect((await client.call('POST', '/search', { q: 'order' })).status).toBe(200);
});
