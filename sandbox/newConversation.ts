import templates from './data/templates.json';
import type { ContactRecord, ConversationRecord, Inbox, StoredConversation, ThreadEvent } from './records';
import type { Store } from './store';
import { newEvent, newMessage } from './thread';

interface NewConversation {
	inboxId: string;
	contactId: string;
	subject: string;
	html: string;
	/** A time in the service's format; default now. */
	createdAt?: string;
}

/** Adds a conversation that a contact starts by email. The IDs must exist. */
export function createConversation(
	store: Store,
	{ inboxId, contactId, subject, html, createdAt = store.now() }: NewConversation,
): StoredConversation {
	const inbox = store.inboxes.get(inboxId);
	const contact = store.contacts.get(contactId)?.record;
	if (!inbox || !contact) throw new Error(`no inbox ${inboxId}, or no contact ${contactId}`);
	const message = newMessage(store, { html, direction: 'incoming', createdAt });
	return addConversation(store, inbox, contact, subject, [newEvent(store, 'started', contact, message)], createdAt);
}

/** Adds a conversation with a thread of at least one event. */
export function addConversation(
	store: Store,
	{ id: inbox_id, organizationId, address }: Inbox,
	contact: ContactRecord,
	subject: string,
	events: [ThreadEvent, ...ThreadEvent[]],
	createdAt: string,
): StoredConversation {
	const { message } = events[0];
	const record = {
		...templates.conversation,
		id: store.id('conv'),
		ticket_id: store.nextTicket(),
		agents: [],
		custom_field_values: {},
		created_at: createdAt,
		updated_at: createdAt,
		last_message_created_at: createdAt,
		inbox_id,
		subject,
		excerpt: message.excerpt,
		intended_inbox_address_id: address,
		contact,
		last_message: message,
	} as ConversationRecord;
	return store.addConversation({
		organizationId,
		tagIds: [],
		events,
		steps: [],
		scheduled: [],
		drafts: {},
		snooze: null,
		record,
	});
}
