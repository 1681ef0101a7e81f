import { single, type Call, type Handlers } from '../call';
import {
	applyChange,
	checkChange,
	requireFuture,
	requireReachable,
	requireTag,
	selectedInvalid,
	type ConversationChange,
} from '../changes';
import { wake } from '../due';
import { conflict, invalid } from '../errors';
import { conversationView } from '../forms';
import { addConversation } from '../newConversation';
import type { StoredConversation, ThreadEvent } from '../records';
import { appendEvent, newEvent, newMessage, refreshLastMessage } from '../thread';

interface MergeBody extends Partial<Record<'include_notes' | 'include_merge_summary', boolean>> {
	mergeable_conversation_ids: string[];
}

interface SplitBody {
	thread_event_id: string;
	direction: string;
	subject?: string;
	status?: string;
}

export const conversationHandlers: Handlers = {
	getConversation: (call) => single(call, conversationView(call.store, call.conversation, call.baseUrl)),

	listMyConversations: (call) => {
		const mine = [...call.store.conversations.values()]
			.filter(
				({ record }) =>
					record.assignable_id === call.user.id && record.deleted_at === null && call.store.isListed(record),
			)
			.sort(
				(a, b) =>
					b.record.last_message_created_at.localeCompare(a.record.last_message_created_at) ||
					b.sequence - a.sequence,
			);
		return single(
			call,
			mine.slice(0, 5).map(({ record }) => record),
		);
	},

	updateConversation: (call) => {
		const change = call.body as ConversationChange;
		checkChange(call, change);
		applyChange(call.store, call.conversation, change);
	},

	deleteConversation: ({ store, conversation }) => store.trash(conversation),

	restoreConversation: ({ store, conversation }) => {
		if (conversation.record.deleted_at === null) throw conflict('The conversation is not in the trash.');
		store.restore(conversation);
	},

	changeConversationContact: ({ store, conversation, organizationId, body }) => {
		const contact = store.contacts.get(body.contact_id as string);
		if (contact?.organizationId !== organizationId) throw selectedInvalid('contact_id');
		store.changeContact(conversation, contact.record);
	},

	setConversationCustomFields: ({ store, conversation, body }) =>
		store.touch(conversation, { custom_field_values: { ...conversation.record.custom_field_values, ...body } }),

	setConversationPriority: ({ store, conversation, body }) =>
		store.touch(conversation, { priority: body.priority as string }),

	moveConversation: ({ store, conversation, organizationId, body }) => {
		const inbox = store.inboxes.get(body.inbox_id as string);
		if (inbox?.organizationId !== organizationId) throw selectedInvalid('inbox_id');
		store.touch(conversation, { inbox_id: inbox.id });
	},

	snoozeConversation: ({ store, conversation, body }) => {
		const until = requireFuture(store, body.snoozed_until as string, 'snoozed_until');
		conversation.snooze = { until: store.time(until), type: body.type as string };
		store.touch(conversation, { is_snoozed: true });
		store.waiting.add(conversation);
	},

	unsnoozeConversation: ({ store, conversation }) => wake(store, conversation),

	markConversationAsSpam: ({ store, conversation }) => store.touch(conversation, { is_spam: true }),

	unmarkConversationAsSpam: ({ store, conversation }) => store.touch(conversation, { is_spam: false }),

	addTagToConversation: ({ store, conversation, organizationId, body }) => {
		const tag = body.tag as string;
		requireTag(store, organizationId, tag, 'tag');
		if (!conversation.tagIds.includes(tag)) conversation.tagIds.push(tag);
		store.touch(conversation);
	},

	removeTagFromConversation: ({ store, conversation, organizationId, body }) => {
		const tag = body.tag as string;
		requireTag(store, organizationId, tag, 'tag');
		conversation.tagIds = conversation.tagIds.filter((id) => id !== tag);
		store.touch(conversation);
	},

	/** Moves the other conversations' messages into this one, and the others to the trash. */
	mergeConversations: (call) => {
		const {
			mergeable_conversation_ids: ids,
			include_notes: withNotes = false,
			include_merge_summary: withSummary,
		} = call.body as unknown as MergeBody;
		if (ids.length === 0)
			throw invalid({ mergeable_conversation_ids: ['The mergeable_conversation_ids field is required.'] });
		const others = ids.map((id, index) => mergeable(call, id, `mergeable_conversation_ids.${index}`));
		for (const other of others) absorb(call, other, withNotes);
		if (withSummary) {
			const html = `Merged ${others.map(({ record }) => `#${record.ticket_id}`).join(', ')} into this conversation.`;
			const summary = newMessage(call.store, { html, direction: 'internal', recordType: 'Note' });
			appendEvent(call.store, call.conversation, newEvent(call.store, 'merged', call.user, summary));
		}
	},

	/** Moves the message and all later ones (`after`) or earlier ones (`before`) to a new conversation. */
	splitConversation: (call) => {
		const { store, conversation, body } = call;
		const { thread_event_id: id, direction, subject, status } = body as unknown as SplitBody;
		const index = conversation.events.findIndex((event) => event.id === id || event.message.id === id);
		if (index < 0) throw selectedInvalid('thread_event_id');
		if (direction !== 'after' && direction !== 'before') throw selectedInvalid('direction');
		requireReachable(store, conversation, status);
		const isTaken = (_event: ThreadEvent, place: number) =>
			direction === 'after' ? place >= index : place <= index;
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
	},
};

function mergeable({ store, organizationId, conversation }: Call, id: string, field: string): StoredConversation {
	const other = store.conversations.get(id);
	const isOpen = other?.organizationId === organizationId && other.record.deleted_at === null;
	if (!isOpen || other === conversation) throw selectedInvalid(field);
	return other;
}

function absorb({ store, conversation }: Call, other: StoredConversation, withNotes: boolean) {
	// The list may repeat an ID, whose messages have been moved already.
	if (other.record.deleted_at !== null) return;
	const moves = ({ action }: ThreadEvent) => withNotes || action !== 'note';
	const byTime = (a: ThreadEvent, b: ThreadEvent) => Date.parse(a.created_at) - Date.parse(b.created_at);
	conversation.events = [...conversation.events, ...other.events.filter(moves)].sort(byTime);
	other.events = other.events.filter((event) => !moves(event));
	refreshLastMessage(store, conversation);
	store.trash(other);
}
