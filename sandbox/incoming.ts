import { wake } from './due';
import type { StoredConversation } from './records';
import type { Store } from './store';
import { appendEvent, newEvent, newMessage } from './thread';
import { CLOSED, OPEN } from './world';

/** Adds a message of the contact. A closed conversation opens again, and a snooze `if_no_reply` ends. */
export function receiveMessage(store: Store, conversation: StoredConversation, html: string) {
	const message = newMessage(store, { html, direction: 'incoming' });
	appendEvent(store, conversation, newEvent(store, 'replied', conversation.record.contact, message));
	if (conversation.record.status === CLOSED) store.touch(conversation, { status: OPEN, closed_at: null });
	if (conversation.snooze?.type === 'if_no_reply') wake(store, conversation);
}
