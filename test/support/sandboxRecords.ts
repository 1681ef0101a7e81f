import type { Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { appendEvent, newEvent, newMessage, setDraft } from '../../sandbox/thread';

const HOUR = 3_600_000;

/** Returns the time `hours` from now by the sandbox's clock, as UTC ISO 8601 with whole seconds. */
export function inHours(sandbox: Sandbox, hours: number) {
	const ms = sandbox.store.nowMs + hours * HOUR;
	return new Date(ms - (ms % 1000)).toISOString().replace('.000Z', 'Z');
}

/** Returns the largest inbox's newest conversations whose threads have several entries. */
export function threads(sandbox: Sandbox, count: number) {
	const found = sandbox.store
		.sortedConversations({ inboxId: 'inbox_support' }, 'newest')
		.filter(({ events }) => events.length > 1);
	if (found.length < count) throw new Error(`the seed has only ${found.length} threads of several entries`);
	return found.slice(0, count);
}

export function thread(sandbox: Sandbox) {
	return threads(sandbox, 1)[0]!;
}

/** Adds a teammate's message, by default a reply to the customer. */
export function teammateWrites(
	store: Store,
	conversation: StoredConversation,
	message: Partial<Parameters<typeof newMessage>[1]> & { html: string },
) {
	const written = newMessage(store, { direction: 'outgoing', ...message });
	appendEvent(store, conversation, newEvent(store, 'replied', store.teammates.get('user_ada')!, written));
}

export function scheduleReply(sandbox: Sandbox, conversation: StoredConversation) {
	const { store } = sandbox;
	const scheduledAt = inHours(sandbox, 48);
	const message = newMessage(store, {
		html: '<p>Later</p>',
		direction: 'outgoing',
		extra: { scheduled_at: scheduledAt },
	});
	conversation.scheduled.push({
		event: newEvent(store, 'replied', store.teammates.get('user_ada')!, message),
		scheduledAt,
		type: null,
		status: null,
	});
	conversation.record.is_scheduled = true;
	return message.id;
}

/** Saves a draft of the personal token's owner and returns its ID. */
export function saveDraft({ store }: Sandbox, conversation: StoredConversation) {
	const message = newMessage(store, { html: '<p>Draft</p>', direction: 'internal', recordType: 'Draft' });
	setDraft(store, conversation, 'user_ada', newEvent(store, 'draft', store.teammates.get('user_ada')!, message));
	return message.id;
}
