import { done, type Call, type Handlers } from '../call';
import { applyChange, requireReachable, selectedInvalid } from '../changes';
import { invalid } from '../errors';
import { addConversation } from '../newConversation';
import type { StoredConversation, ThreadEvent } from '../records';
import { appendEvent, newEvent, newMessage, refreshLastMessage } from '../thread';

interface SplitBody {
	thread_event_id: string;
	direction: string;
	subject?: string;
	status?: string;
}

export const mergeAndSplitHandlers: Handlers = {
	/** The messages of the others move into this one; the others go to the trash. */
	mergeConversations: (call) => {
		const {
			mergeable_conversation_ids: ids,
			include_notes: withNotes = false,
			include_merge_summary: withSummary = false,
		} = call.body as {
			mergeable_conversation_ids: string[];
			include_notes?: boolean;
			include_merge_summary?: boolean;
		};
		if (ids.length === 0) throw invalid({ mergeable_conversation_ids: ['The mergeable_conversation_ids field is required.'] });
		const others = ids.map((id, index) => mergeable(call, id, `mergeable_conversation_ids.${index}`));
		for (const other of others) absorb(call, other, withNotes);
		if (withSummary) {
			const html = `Merged ${others.map(({ record }) => `#${record.ticket_id}`).join(', ')} into this conversation.`;
			const summary = newMessage(call.store, { html, direction: 'internal', recordType: 'note' });
			appendEvent(call.store, call.conversation, newEvent(call.store, 'merged', call.user, summary));
		}
		return done('Conversations merged successfully.');
	},

	/** `after` takes the message and all later ones into a new conversation, `before` the message and all earlier ones. */
	splitConversation: (call) => {
		const { store, conversation, body } = call;
		const { thread_event_id: id, direction, subject, status } = body as unknown as SplitBody;
		const index = conversation.events.findIndex((event) => event.id === id || event.message.id === id);
		if (index < 0) throw selectedInvalid('thread_event_id');
		if (direction !== 'after' && direction !== 'before') throw selectedInvalid('direction');
		requireReachable(store, conversation, status);
		const isTaken = (_event: ThreadEvent, place: number) => (direction === 'after' ? place >= index : place <= index);
		const taken = conversation.events.filter(isTaken);
		const [first, ...rest] = taken;
		if (!first || taken.length === conversation.events.length) throw selectedInvalid('thread_event_id');
		conversation.events = conversation.events.filter((event) => !taken.includes(event));
		refreshLastMessage(store, conversation);
		const { inbox_id, contact, subject: oldSubject } = conversation.record;
		const inbox = store.inboxes.get(inbox_id)!;
		const created = addConversation(store, inbox, contact, subject ?? oldSubject, [first, ...rest], store.now());
		refreshLastMessage(store, created);
		applyChange(store, created, { status });
		return done('Conversation split successfully.');
	},
};

function mergeable({ store, organizationId, conversation }: Call, id: string, field: string): StoredConversation {
	const other = store.conversations.get(id);
	if (!other || other.organizationId !== organizationId || other.record.deleted_at !== null) throw selectedInvalid(field);
	if (other === conversation) throw selectedInvalid(field);
	return other;
}

function absorb({ store, conversation }: Call, other: StoredConversation, withNotes: boolean) {
	// The same id twice in the list: its messages have been moved already.
	if (other.record.deleted_at !== null) return;
	const moves = ({ action }: ThreadEvent) => withNotes || action !== 'note';
	const byTime = (a: ThreadEvent, b: ThreadEvent) => Date.parse(a.created_at) - Date.parse(b.created_at);
	conversation.events = [...conversation.events, ...other.events.filter(moves)].sort(byTime);
	other.events = other.events.filter((event) => !moves(event));
	refreshLastMessage(store, conversation);
	store.trash(other);
}
