import type { MessageRecord, StoredConversation, TeammateRecord, ThreadEvent } from './records';
import type { Store } from './store';

export interface NewMessage {
	html: string;
	direction: MessageRecord['direction'];
	recordType?: string;
	status?: string;
	cc?: string[];
	extra?: Record<string, unknown>;
	createdAt?: string;
}

/** The words of an HTML text. */
export function plainText(html: string): string {
	return html
		.replace(/<br\s*\/?>|<\/(p|div|li)>/gi, '\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&amp;/g, '&')
		.trim();
}

export function newMessage(store: Store, message: NewMessage): MessageRecord {
	const text = plainText(message.html);
	return {
		id: store.id('msg'),
		cc: message.cc ?? [],
		bcc: [],
		record_type: message.recordType ?? 'email',
		status: message.status ?? (message.direction === 'incoming' ? 'received' : 'sent'),
		direction: message.direction,
		viewed_at: null,
		created_at: message.createdAt ?? store.now(),
		text_body: text,
		excerpt: text.slice(0, 80),
		html_body: message.html,
		extra: message.extra ?? {},
		is_clipped: false,
		intended_inbox_address_id: null,
	};
}

export function newEvent(
	store: Store,
	action: ThreadEvent['action'],
	actor: TeammateRecord | StoredConversation['record']['contact'],
	message: MessageRecord,
): ThreadEvent {
	return {
		id: store.id('event'),
		action,
		actor_type: 'role' in actor ? 'user' : 'contact',
		actor: { id: actor.id, name: actor.name, email: actor.email },
		created_at: message.created_at,
		message,
	};
}

/** Adds what someone did to the thread; what the contact can read also becomes the last message. */
export function appendEvent(store: Store, conversation: StoredConversation, event: ThreadEvent) {
	conversation.events.push(event);
	store.touch(conversation);
	if (event.message.direction !== 'internal') refreshLastMessage(store, conversation);
}

/** Derives from the thread what the record says of its messages. */
export function refreshLastMessage(store: Store, conversation: StoredConversation) {
	const messages = conversation.events.filter(({ message }) => message.direction !== 'internal');
	const last = messages.at(-1);
	if (!last) return;
	store.touch(conversation, {
		messages_count: messages.length,
		last_message: last.message,
		last_message_created_at: last.message.created_at,
		last_message_by: last.actor_type,
		excerpt: last.message.excerpt,
	});
}
