import type { ContactRecord, Inbox, StoredConversation, ThreadEvent } from './records';
import type { Store } from './store';
import { newEvent, newMessage } from './thread';
import { prioritiesOf, statusesOf } from './world/words';

export interface NewConversation {
	inboxId: string;
	contactId: string;
	subject: string;
	html: string;
	/** As the service writes time; now when left out. */
	createdAt?: string;
}

/** A conversation begun by a contact, as an incoming e-mail would begin it. The ids must exist. */
export function createConversation(store: Store, wanted: NewConversation): StoredConversation {
	const inbox = store.inboxes.get(wanted.inboxId);
	const contact = store.contacts.get(wanted.contactId)?.record;
	if (!inbox || !contact) throw new Error(`no inbox ${wanted.inboxId}, or no contact ${wanted.contactId}`);
	const createdAt = wanted.createdAt ?? store.now();
	const message = newMessage(store, { html: wanted.html, direction: 'incoming', createdAt });
	return addConversation(store, inbox, contact, wanted.subject, [newEvent(store, 'started', contact, message)], createdAt);
}

/** A conversation with the given thread, which must have an event. */
export function addConversation(
	store: Store,
	inbox: Inbox,
	contact: ContactRecord,
	subject: string,
	events: [ThreadEvent, ...ThreadEvent[]],
	createdAt: string,
): StoredConversation {
	const { message } = events[0];
	return store.addConversation({
		organizationId: inbox.organizationId,
		tagIds: [],
		events,
		scheduled: [],
		drafts: {},
		snooze: null,
		record: {
			id: store.id('conv'),
			inbox_id: inbox.id,
			ticket_id: store.nextTicket(),
			has_attachment: false,
			has_inline_attachment: false,
			is_draft: false,
			is_scheduled: false,
			is_snoozed: false,
			active: true,
			subject,
			updated_subject: null,
			status: statusesOf(store.world).open,
			is_spam: false,
			priority: prioritiesOf(store.world).usual,
			assignable_type: null,
			assignable_id: null,
			created_at: createdAt,
			updated_at: createdAt,
			deleted_at: null,
			closed_at: null,
			excerpt: message.excerpt,
			messages_count: 1,
			last_message_created_at: createdAt,
			intended_inbox_address_id: inbox.address,
			agents: [],
			contact,
			last_message: message,
			custom_field_values: {},
			viewer_id: null,
			viewed_at: null,
			last_message_by: 'contact',
		},
	});
}
