import type { World } from '../contract/worlds';
import type { AttachmentRecord, ContactRecord, ScheduledReply, StoredConversation, ThreadEvent } from './records';
import type { Store } from './store';

/** A single conversation: the list item, and its tags. What the service adds here is not shown. */
export function conversationView(store: Store, { record, tagIds }: StoredConversation) {
	return { ...record, tags: tagIds.map((id) => store.tags.get(id)?.record) };
}

/** A contact in the answers about contacts. What stands there beside the embedded contact is not shown. */
export function contactView(store: Store, record: ContactRecord) {
	if (store.world.contactTimes === 'absent') return record;
	const { created_at, updated_at } = store.contacts.get(record.id)!;
	return { ...record, created_at, updated_at };
}

/** A thread event in the form that a public index of APIs shows; the specification does not show it. */
export function eventView({ message, attachments = [], ...event }: ThreadEvent, form: World['messageRecord']) {
	const shown = { ...message, downloadable_attachments: attachments.map(attachmentView) };
	return form === 'event' ? { ...event, event: shown } : shown;
}

/** A scheduled reply as an event of the thread: the only place where a client can learn its message id. */
export function scheduledView({ event, scheduledAt, type, status }: ScheduledReply, form: World['messageRecord']) {
	const extra = { scheduled_at: scheduledAt, type, status };
	return eventView({ ...event, message: { ...event.message, status: 'scheduled', extra } }, form);
}

/** An attachment in the form that a public index of APIs shows; the specification does not show it. */
export function attachmentView({ id, name, bytes }: AttachmentRecord) {
	return { id, name, size: Buffer.from(bytes, 'base64').length };
}
