import type { Sandbox } from '../../sandbox';
import { inHours, scheduleReply, thread, threads } from '../support/sandboxRecords';

export interface Sample {
	/** Of the path, where the usual ones do not do. */
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
}

/** Records that a path can name, by the parameter's name. */
export const usualParams: Record<string, (sandbox: Sandbox) => string> = {
	conversation_id: (sandbox) => thread(sandbox).record.id,
	message_id: (sandbox) => scheduleReply(sandbox, thread(sandbox)),
	inbox_id: () => 'inbox_support',
	automation_id: () => 'automation_support_1',
	contact_id: (sandbox) => sandbox.store.contactsOf('org_acme')[0]!.id,
	user_id: () => 'user_ben',
};

const body = (fields: unknown) => () => ({ body: fields });

/** For an operation of the contract what its request needs beside the path, so that it must succeed. */
export const samples: Record<string, (sandbox: Sandbox) => Sample> = {
	updateConversation: body({ status: 'Pending', assign_to: 'user_ben', tags: ['tag_bug'], subject: 'New subject' }),
	changeConversationContact: (sandbox) => ({ body: { contact_id: sandbox.store.contactsOf('org_acme').at(-1)?.id } }),
	setConversationCustomFields: body({ vip: true, order_number: '42', score: 4.5 }),
	saveDraft: body({ message: '<p>Draft</p>', cc: ['boss@example.com'] }),
	forwardMessage: (sandbox) => ({
		body: { body: 'Please see below', message_id: thread(sandbox).events[0]?.message.id, to: ['other@example.com'] },
	}),
	mergeConversations: (sandbox) => ({
		body: { mergeable_conversation_ids: [threads(sandbox, 2)[1]?.record.id], include_notes: true, include_merge_summary: true },
	}),
	listMessages: (sandbox) => ({ query: { event_id: thread(sandbox).events[0]?.message.id } }),
	moveConversation: body({ inbox_id: 'inbox_billing' }),
	addNote: body({ message: 'A note', mentioned_ids: ['user_ben'] }),
	replyToConversation: body({ message: '<p>Answer</p>', status: 'Closed', assign_to: 'user_ada', action: 'send_and_next_active', cc: [] }),
	scheduleReply: (sandbox) => ({ body: { message: '<p>Later</p>', scheduled_at: inHours(sandbox, 1), type: 'if_no_reply', status: 'Closed' } }),
	restoreConversation: (sandbox) => {
		const conversation = thread(sandbox);
		sandbox.store.trash(conversation);
		return { params: { conversation_id: conversation.record.id } };
	},
	updateScheduledReply: (sandbox) => ({ body: { scheduled_at: inHours(sandbox, 1), message: '<p>Changed</p>', status: 'Active' } }),
	snoozeConversation: (sandbox) => ({ body: { snoozed_until: inHours(sandbox, 1), type: 'if_no_reply' } }),
	splitConversation: (sandbox) => ({
		body: { thread_event_id: thread(sandbox).events[1]?.id, direction: 'after', subject: 'Second half', status: 'Active' },
	}),
	addTagToConversation: body({ tag: 'tag_bug' }),
	removeTagFromConversation: body({ tag: 'tag_bug' }),
	setConversationPriority: body({ priority: 'High' }),
	listContacts: () => ({ query: { page: 2, per_page: 5, q: 'a', inbox: 'inbox_support', with_orphan: true } }),
	createContact: body({ email: 'new@example.com', name: 'New' }),
	updateContact: body({ name: 'Renamed' }),
	filterConversations: body({
		filters: {
			condition: 'and',
			groups: [
				{ attribute: 'status', comparison: 'eq', values: [{ value: 'Active' }] },
				{ condition: 'or', groups: [{ attribute: 'priority', comparison: 'eq', values: [{ value: 'High' }] }] },
			],
		},
		display: { sort: 'priority', per_page: 100, page: 1 },
	}),
	batchUpdateConversations: (sandbox) => ({ body: { conversation_ids: [thread(sandbox).record.id], status: 'Pending' } }),
	listInboxTags: () => ({ query: { page: 1, 'per-page': 5 } }),
	search: () => ({ query: { page: 1, 'per-page': 10 }, body: { query: 'urgent' } }),
};
