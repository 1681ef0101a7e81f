import type { ScheduledReply, StoredConversation, ThreadEvent } from './records';
import type { Store } from './store';

/** A single conversation: the list item, and its tags. What the service adds here is not shown. */
export function conversationView(store: Store, { record, tagIds }: StoredConversation) {
	return { ...record, tags: tagIds.map((id) => store.tags.get(id)?.record) };
}

/** A thread event in the form that a public index of APIs shows; the specification does not show it. */
export function eventView({ message, ...event }: ThreadEvent) {
	return { ...event, event: { ...message, downloadable_attachments: [] } };
}

/** A scheduled reply as an event of the thread: the only place where a client can learn its message id. */
export function scheduledView({ event, scheduledAt, type, status }: ScheduledReply) {
	const extra = { scheduled_at: scheduledAt, type, status };
	return eventView({ ...event, message: { ...event.message, status: 'scheduled', extra } });
}
