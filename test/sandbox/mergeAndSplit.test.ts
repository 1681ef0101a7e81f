import type { StoredConversation } from '../../sandbox/records';
import { startClient, type Client } from './client';

let client: Client;
let conversation: StoredConversation;
let others: StoredConversation[];
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.sandbox.close());
beforeEach(() => {
	client.sandbox.reset();
	const threads = client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').filter(({ events }) => events.length > 2);
	[conversation, ...others] = threads as [StoredConversation, ...StoredConversation[]];
	client.clock.pass(5_000);
});

const send = (what: string, body: object) => client.call('POST', `/conversation/${conversation.record.id}/${what}`, body);
const merge = (ids: Array<string | undefined>, more: object = {}) => send('merge', { mergeable_conversation_ids: ids, ...more });
const split = (place: number, more: object) =>
	send('split', { thread_event_id: conversation.events[place]?.message.id, direction: 'after', ...more });
const messagesOf = ({ events }: StoredConversation) => events.filter(({ message }) => message.direction !== 'internal');
const newest = () => [...client.sandbox.store.conversations.values()].at(-1)!;

describe('a merge', () => {
	test('counts the messages anew, and tells in a note of each that came in', async () => {
		const [one, two] = others as [StoredConversation, StoredConversation];
		const count = [conversation, one, two].flatMap(messagesOf).length;
		await merge([one.record.id, two.record.id], { include_merge_summary: true });
		expect(conversation.record.messages_count).toBe(count);
		expect(conversation.record.last_message).toBe(messagesOf(conversation).at(-1)?.message);
		expect(conversation.events.at(-1)?.message).toMatchObject({
			...{ direction: 'internal', record_type: 'note' },
			html_body: `Merged #${one.record.ticket_id}, #${two.record.ticket_id} into this conversation.`,
		});
	});

	test('leaves notes behind and tells nothing unless asked to', async () => {
		const other = others.find(({ events }) => events.some(({ action }) => action === 'note'))!;
		const moving = messagesOf(other).length;
		const before = conversation.events.length;
		await merge([other.record.id]);
		expect(conversation.events).toHaveLength(before + moving);
	});

	test('is refused with itself, what is in the trash and what is not of the organization', async () => {
		const [trashed] = others as [StoredConversation];
		client.sandbox.store.trash(trashed);
		const [foreign] = client.sandbox.store.sortedConversations({ organizationId: 'org_other' }, 'newest');
		for (const { record } of [conversation, trashed, foreign!]) {
			const { status, data } = await merge([others[1]?.record.id, record.id]);
			expect([status, Object.keys(data.errors)]).toEqual([422, ['mergeable_conversation_ids.1']]);
		}
		const { data } = await merge([]);
		expect(data.errors).toEqual({ mergeable_conversation_ids: ['The mergeable_conversation_ids field is required.'] });
	});
});

describe('a split', () => {
	test('before takes the message and all earlier ones, under the old subject', async () => {
		const ids = conversation.events.map(({ id }) => id);
		expect((await split(1, { direction: 'before' })).status).toBe(200);
		expect(newest().events.map(({ id }) => id)).toEqual(ids.slice(0, 2));
		expect(conversation.events.map(({ id }) => id)).toEqual(ids.slice(2));
		const { subject, inbox_id, contact } = conversation.record;
		expect(newest().record).toMatchObject({ subject, inbox_id, contact, created_at: client.sandbox.store.now(), status: 'Active' });
	});

	test('counts the messages of both anew', async () => {
		conversation = [conversation, ...others].find((each) => messagesOf(each).length > 2)!;
		await split(1, { subject: 'Rest' });
		for (const each of [conversation, newest()]) {
			const last = messagesOf(each).at(-1);
			expect(each.record).toMatchObject({
				messages_count: messagesOf(each).length,
				last_message: last?.message,
				last_message_by: last?.actor_type,
			});
		}
	});

	test('is refused for a message that is not there, a status that cannot be, and a side that is none', async () => {
		const errors = async (place: number, more: object) => {
			const { status, data } = await split(place, more);
			return [status, Object.keys(data.errors ?? {})];
		};
		expect(await errors(0, { thread_event_id: 'event_none' })).toEqual([422, ['thread_event_id']]);
		expect(await errors(1, { direction: 'sideways' })).toEqual([422, ['direction']]);
		expect(await errors(1, { status: 'Solved' })).toEqual([409, []]);
		expect(await errors(conversation.events.length - 1, { direction: 'before' })).toEqual([422, ['thread_event_id']]);
	});
});
