import { applyChange } from './changes';
import type { ScheduledReply, StoredConversation } from './records';
import type { Store } from './store';
import { appendEvent } from './thread';

/**
 * Ends snoozes and sends scheduled replies that are due. Called before each request; few conversations wait, so it is
 * cheap.
 */
export function settle(store: Store) {
	const now = store.nowMs;
	for (const conversation of store.waiting) {
		if (conversation.snooze && Date.parse(conversation.snooze.until) <= now) wake(store, conversation);
		for (const reply of conversation.scheduled.filter(({ scheduledAt }) => Date.parse(scheduledAt) <= now)) {
			if (reply.type === 'if_no_reply' && contactWroteSince(conversation, reply))
				cancelReply(store, conversation, reply);
			else sendReply(store, conversation, reply);
		}
		if (!conversation.snooze && conversation.scheduled.length === 0) store.waiting.delete(conversation);
	}
}

export function wake(store: Store, conversation: StoredConversation) {
	conversation.snooze = null;
	store.touch(conversation, { is_snoozed: false });
}

export function cancelReply(store: Store, conversation: StoredConversation, reply: ScheduledReply) {
	conversation.scheduled = conversation.scheduled.filter((other) => other !== reply);
	store.touch(conversation, { is_scheduled: conversation.scheduled.length > 0 });
}

/** Sends a scheduled reply. It keeps its message ID and `scheduled_at`, and gets the current time. */
export function sendReply(store: Store, conversation: StoredConversation, reply: ScheduledReply) {
	cancelReply(store, conversation, reply);
	const createdAt = store.now();
	const scheduledAt = [reply.scheduledAt, createdAt].sort()[0];
	const { message } = reply.event;
	const sent = { ...message, created_at: createdAt, extra: { ...message.extra, scheduled_at: scheduledAt } };
	appendEvent(store, conversation, { ...reply.event, created_at: createdAt, message: sent });
	if (reply.status !== null) applyChange(store, conversation, { status: reply.status });
}

function contactWroteSince({ events }: StoredConversation, { event }: ScheduledReply): boolean {
	return events.some((other) => other.actor_type === 'contact' && other.created_at > event.created_at);
}
