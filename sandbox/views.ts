import type { StoredConversation, ThreadEvent } from './records';
import type { Store } from './store';

/** A single conversation: the list item, and its tags. What the service adds here is not shown. */
export function conversationView(store: Store, { record, tagIds }: StoredConversation) {
	return { ...record, tags: tagIds.map((id) => store.tags.get(id)?.record) };
}

/** A thread event in the form that a public index of APIs shows; the specification does not show it. */
export function eventView({ message, ...event }: ThreadEvent) {
	return { ...event, event: { ...message, downloadable_attachments: [] } };
}
