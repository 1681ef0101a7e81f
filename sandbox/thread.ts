import templates from './data/templates.json';
import type { MessageRecord, StoredConversation, ThreadEvent } from './records';
import type { Store } from './store';

export interface NewMessage {
	html: string;
	direction: MessageRecord['direction'];
	recordType?: string;
	cc?: string[];
	extra?: Record<string, unknown>;
	createdAt?: string;
}

/** Returns an HTML text without its tags. */
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
	const { html, direction, recordType = 'Email', cc = [], extra = {}, createdAt = store.now() } = message;
	const text = plainText(html);
	return {
		...templates.message,
		bcc: [],
		id: store.id('msg'),
		cc,
		direction,
		created_at: createdAt,
		extra,
		html_body: html,
		text_body: text,
		excerpt: text.slice(0, 80),
		record_type: recordType,
	};
}

type Actor = NonNullable<ThreadEvent['actor']>;

/** @param actor a contact, a teammate, or null for an automatic reply */
export function newEvent(
	store: Store,
	action: ThreadEvent['action'],
	actor: Actor | null,
	message: MessageRecord,
): ThreadEvent {
	const { id, name, email, avatar } = actor ?? ({} as Actor);
	return {
		id: store.id('event'),
		action,
		actor_type: actor && ('role' in actor ? 'user' : 'contact'),
		actor: actor && { id, name, email, avatar },
		created_at: message.created_at,
		message,
	};
}

/** Adds an event to the thread. A message gets its conversation's current status. */
export function appendEvent(store: Store, conversation: StoredConversation, event: ThreadEvent) {
	event.message.status = conversation.record.status;
	conversation.events.push(event);
	store.touch(conversation);
	refreshLastMessage(store, conversation);
}

/** Returns messages, drafts and scheduled replies, oldest first. */
export function entriesOf({ events, drafts, scheduled }: StoredConversation): ThreadEvent[] {
	const others = [...Object.values(drafts), ...scheduled.map(({ event }) => event)];
	return [...events, ...others].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

/** Saves the draft of a teammate, or removes it. */
export function setDraft(store: Store, conversation: StoredConversation, userId: string, draft?: ThreadEvent) {
	if (draft) conversation.drafts[userId] = draft;
	else delete conversation.drafts[userId];
	store.touch(conversation, { is_draft: Object.keys(conversation.drafts).length > 0 });
	refreshLastMessage(store, conversation);
}

const isSent = ({ message }: ThreadEvent) => message.direction !== 'internal';

/** Updates the record's message fields from its thread. */
export function refreshLastMessage(store: Store, conversation: StoredConversation) {
	const sent = conversation.events.filter(isSent);
	const all = store.world.lastMessageKinds === 'all' ? entriesOf({ ...conversation, scheduled: [] }) : sent;
	const last = all.at(-1);
	if (!last) return;
	store.touch(conversation, {
		messages_count: sent.length,
		last_message: last.message,
		last_message_created_at: last.message.created_at,
		last_message_by: last.actor_type ?? 'user',
		excerpt: last.message.excerpt,
	});
}
