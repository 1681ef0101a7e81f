import type { Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { newEvent, newMessage } from '../../sandbox/thread';

const HOUR = 3_600_000;

/** So many hours from now by the sandbox's clock, as UTC ISO 8601 with whole seconds. */
export function inHours(sandbox: Sandbox, hours: number): string {
	const ms = sandbox.store.nowMs + hours * HOUR;
	return new Date(ms - (ms % 1000)).toISOString().replace('.000Z', 'Z');
}

/** The newest conversations of the largest inbox that have a thread of several entries. */
export function threads(sandbox: Sandbox, count: number): StoredConversation[] {
	const found = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').filter(({ events }) => events.length > 1);
	if (found.length < count) throw new Error(`the seed has only ${found.length} threads of several entries`);
	return found.slice(0, count);
}

/** The newest of them. */
export function thread(sandbox: Sandbox): StoredConversation {
	return threads(sandbox, 1)[0]!;
}

/** Schedules a reply in a conversation and returns its message ID. */
export function scheduleReply(sandbox: Sandbox, conversation: StoredConversation): string {
	const { store } = sandbox;
	const message = newMessage(store, { html: '<p>Later</p>', direction: 'outgoing', status: 'scheduled' });
	const event = newEvent(store, 'scheduled', store.teammates.get('user_ada')!, message);
	conversation.scheduled.push({ event, scheduledAt: inHours(sandbox, 48), type: null, status: null });
	conversation.record.is_scheduled = true;
	return message.id;
}

/** Saves a draft of the personal token's owner and returns its ID. */
export function saveDraft({ store }: Sandbox, conversation: StoredConversation): string {
	const draft = { id: store.id('draft'), message: '<p>Draft</p>', cc: [] };
	conversation.drafts.user_ada = draft;
	return draft.id;
}
