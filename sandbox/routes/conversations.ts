import { done, single, type Handlers } from '../call';
import { applyChange, checkChange, requireFuture, requireTag, selectedInvalid, type ConversationChange } from '../changes';
import { wake } from '../due';
import { conflict } from '../errors';
import { conversationView } from '../views';

export const conversationHandlers: Handlers = {
	getConversation: (call) => single(call, conversationView(call.store, call.conversation)),

	listMyConversations: (call) => {
		const mine = [...call.store.conversations.values()]
			.filter(({ record }) => record.assignable_id === call.user.id && record.deleted_at === null && call.store.isListed(record))
			.sort((a, b) => b.record.last_message_created_at.localeCompare(a.record.last_message_created_at) || b.sequence - a.sequence);
		return single(
			call,
			mine.slice(0, 5).map(({ record }) => record),
		);
	},

	updateConversation: (call) => {
		const change = call.body as ConversationChange;
		checkChange(call, change);
		applyChange(call.store, call.conversation, change);
		return done('Conversation updated successfully.');
	},

	deleteConversation: ({ store, conversation }) => {
		store.trash(conversation);
		return done('Conversation deleted successfully.');
	},

	restoreConversation: ({ store, conversation }) => {
		if (conversation.record.deleted_at === null) throw conflict('The conversation is not in the trash.');
		store.restore(conversation);
		return done('Conversation restored successfully.');
	},

	changeConversationContact: ({ store, conversation, organizationId, body }) => {
		const contact = store.contacts.get(body.contact_id as string);
		if (contact?.organizationId !== organizationId) throw selectedInvalid('contact_id');
		store.changeContact(conversation, contact.record);
		return done('Contact changed successfully.');
	},

	setConversationCustomFields: ({ store, conversation, body }) => {
		store.touch(conversation, { custom_field_values: { ...conversation.record.custom_field_values, ...body } });
		return done('Custom fields updated successfully.');
	},

	setConversationPriority: ({ store, conversation, body }) => {
		store.touch(conversation, { priority: body.priority as string });
		return done('Priority updated successfully.');
	},

	moveConversation: ({ store, conversation, organizationId, body }) => {
		const inbox = store.inboxes.get(body.inbox_id as string);
		if (inbox?.organizationId !== organizationId) throw selectedInvalid('inbox_id');
		store.touch(conversation, { inbox_id: inbox.id });
		return done('Conversation moved successfully.');
	},

	snoozeConversation: ({ store, conversation, body }) => {
		const until = requireFuture(store, body.snoozed_until as string, 'snoozed_until');
		conversation.snooze = { until: store.time(until), type: body.type as string };
		store.touch(conversation, { is_snoozed: true });
		store.waiting.add(conversation);
		return done('Conversation snoozed successfully.');
	},

	unsnoozeConversation: ({ store, conversation }) => {
		wake(store, conversation);
		return done('Conversation unsnoozed successfully.');
	},

	markConversationAsSpam: ({ store, conversation }) => {
		store.touch(conversation, { is_spam: true });
		return done('Conversation marked as spam.');
	},

	unmarkConversationAsSpam: ({ store, conversation }) => {
		store.touch(conversation, { is_spam: false });
		return done('Conversation unmarked as spam.');
	},

	addTagToConversation: ({ store, conversation, organizationId, body }) => {
		const tag = body.tag as string;
		requireTag(store, organizationId, tag, 'tag');
		if (!conversation.tagIds.includes(tag)) conversation.tagIds.push(tag);
		store.touch(conversation);
		return done('Tag added successfully.');
	},

	removeTagFromConversation: ({ store, conversation, organizationId, body }) => {
		const tag = body.tag as string;
		requireTag(store, organizationId, tag, 'tag');
		conversation.tagIds = conversation.tagIds.filter((id) => id !== tag);
		store.touch(conversation);
		return done('Tag removed successfully.');
	},
};
