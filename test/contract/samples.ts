import type { Sandbox } from '../../sandbox';
import { inHours, scheduleReply, thread, threads } from '../support/sandboxRecords';

export interface Sample {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
}

function conversation(sandbox: Sandbox) {
	const found = thread(sandbox);
	return { found, params: { conversation_id: found.record.id } };
}

/** A conversation with a scheduled reply, by both of their ids. */
function scheduled(sandbox: Sandbox) {
	const { found, params } = conversation(sandbox);
	return { params: { ...params, message_id: scheduleReply(sandbox, found) } };
}

const inConversation = (body?: unknown) => (sandbox: Sandbox) => ({ params: conversation(sandbox).params, body });
const inInbox = (sandbox: Sandbox) => ({ params: { inbox_id: 'inbox_support', automation_id: 'automation_support_1' }, sandbox });
const ofContact = (body?: unknown) => (sandbox: Sandbox) => ({
	params: { contact_id: sandbox.store.contactsOf('org_acme')[0]?.id as string },
	body,
});

/** For every operation of the contract a request that must succeed. */
export const samples: Record<string, (sandbox: Sandbox) => Sample> = {
	getCurrentUser: () => ({}),
	getConversation: inConversation(),
	updateConversation: inConversation({ status: 'Pending', assign_to: 'user_ben', tags: ['tag_bug'], subject: 'New subject' }),
	deleteConversation: inConversation(),
	changeConversationContact: (sandbox) => ({
		params: conversation(sandbox).params,
		body: { contact_id: sandbox.store.contactsOf('org_acme').at(-1)?.id },
	}),
	setConversationCustomFields: inConversation({ vip: true, order_number: '42', score: 4.5 }),
	saveDraft: inConversation({ message: '<p>Draft</p>', cc: ['boss@example.com'] }),
	forwardMessage: (sandbox) => {
		const { found, params } = conversation(sandbox);
		return { params, body: { body: 'Please see below', message_id: found.events[0]?.message.id, to: ['other@example.com'] } };
	},
	mergeConversations: (sandbox) => {
		const { params } = conversation(sandbox);
		const other = threads(sandbox, 2)[1]!;
		return { params, body: { mergeable_conversation_ids: [other.record.id], include_notes: true, include_merge_summary: true } };
	},
	listMessages: (sandbox) => {
		const { found, params } = conversation(sandbox);
		return { params, query: { event_id: found.events[0]?.message.id } };
	},
	moveConversation: inConversation({ inbox_id: 'inbox_billing' }),
	addNote: inConversation({ message: 'A note', mentioned_ids: ['user_ben'] }),
	replyToConversation: inConversation({ message: '<p>Answer</p>', status: 'Closed', assign_to: 'user_ada', action: 'send_and_next_active', cc: [] }),
	scheduleReply: (sandbox) =>
		inConversation({ message: '<p>Later</p>', scheduled_at: inHours(sandbox, 1), type: 'if_no_reply', status: 'Closed' })(sandbox),
	unscheduleReply: scheduled,
	restoreConversation: (sandbox) => {
		const { found, params } = conversation(sandbox);
		sandbox.store.trash(found);
		return { params };
	},
	updateScheduledReply: (sandbox) => ({ ...scheduled(sandbox), body: { scheduled_at: inHours(sandbox, 1), message: '<p>Changed</p>', status: 'Active' } }),
	sendScheduledReplyNow: scheduled,
	snoozeConversation: (sandbox) => inConversation({ snoozed_until: inHours(sandbox, 1), type: 'if_no_reply' })(sandbox),
	markConversationAsSpam: inConversation(),
	unmarkConversationAsSpam: inConversation(),
	splitConversation: (sandbox) => {
		const { found, params } = conversation(sandbox);
		return { params, body: { thread_event_id: found.events[1]?.id, direction: 'after', subject: 'Second half', status: 'Active' } };
	},
	addTagToConversation: inConversation({ tag: 'tag_bug' }),
	removeTagFromConversation: inConversation({ tag: 'tag_bug' }),
	unsnoozeConversation: inConversation(),
	setConversationPriority: inConversation({ priority: 'High' }),
	listMyConversations: () => ({}),
	listContacts: () => ({ query: { page: 2, per_page: 5, q: 'a', inbox: 'inbox_support', with_orphan: true } }),
	createContact: () => ({ body: { email: 'new@example.com', name: 'New' } }),
	getContact: ofContact(),
	updateContact: ofContact({ name: 'Renamed' }),
	filterConversations: (sandbox) => ({
		...inInbox(sandbox),
		body: {
			filters: {
				condition: 'and',
				groups: [
					{ attribute: 'status', comparison: 'eq', values: [{ value: 'Active' }] },
					{ condition: 'or', groups: [{ attribute: 'priority', comparison: 'eq', values: [{ value: 'High' }] }] },
				],
			},
			display: { sort: 'priority', per_page: 100, page: 1 },
		},
	}),
	batchUpdateConversations: (sandbox) => ({ ...inInbox(sandbox), body: { conversation_ids: [conversation(sandbox).params.conversation_id], status: 'Pending' } }),
	listInboxTags: (sandbox) => ({ ...inInbox(sandbox), query: { page: 1, 'per-page': 5 } }),
	listAutomations: inInbox,
	getAutomation: inInbox,
	getUser: () => ({ params: { user_id: 'user_ben' } }),
	search: () => ({ query: { page: 1, 'per-page': 10 }, body: { query: 'urgent' } }),
};
