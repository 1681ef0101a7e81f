import type { Sandbox } from '../../sandbox';
import { newEvent, newMessage } from '../../sandbox/thread';

export interface Sample {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
}

const later = () => new Date(Date.now() + 3_600_000).toISOString();

const conversationsOf = (sandbox: Sandbox) => sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');

function conversation(sandbox: Sandbox) {
	const found = conversationsOf(sandbox).find(({ events }) => events.length > 1);
	if (!found) throw new Error('the seed has no thread of several events');
	return { found, params: { conversation_id: found.record.id } };
}

/** A conversation with a scheduled reply, by both of their ids. */
function scheduled(sandbox: Sandbox) {
	const { found, params } = conversation(sandbox);
	const user = [...sandbox.store.teammates.values()][0];
	if (!user) throw new Error('the seed has no teammates');
	const event = newEvent(sandbox.store, 'scheduled', user, newMessage(sandbox.store, { html: '<p>Later</p>', direction: 'outgoing' }));
	found.scheduled.push({ event, scheduledAt: later(), type: null, status: null });
	return { params: { ...params, message_id: event.message.id } };
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
		const { found, params } = conversation(sandbox);
		const other = conversationsOf(sandbox).find((each) => each !== found);
		return { params, body: { mergeable_conversation_ids: [other?.record.id], include_notes: true, include_merge_summary: true } };
	},
	listMessages: (sandbox) => {
		const { found, params } = conversation(sandbox);
		return { params, query: { event_id: found.events[0]?.message.id } };
	},
	moveConversation: inConversation({ inbox_id: 'inbox_billing' }),
	addNote: inConversation({ message: 'A note', mentioned_ids: ['user_ben'] }),
	replyToConversation: inConversation({ message: '<p>Answer</p>', status: 'Closed', assign_to: 'user_ada', action: 'send_and_next_active', cc: [] }),
	scheduleReply: inConversation({ message: '<p>Later</p>', scheduled_at: later(), type: 'if_no_reply', status: 'Closed' }),
	unscheduleReply: scheduled,
	restoreConversation: (sandbox) => {
		const { found, params } = conversation(sandbox);
		sandbox.store.trash(found);
		return { params };
	},
	updateScheduledReply: (sandbox) => ({ ...scheduled(sandbox), body: { scheduled_at: later(), message: '<p>Changed</p>', status: 'Active' } }),
	sendScheduledReplyNow: scheduled,
	snoozeConversation: inConversation({ snoozed_until: later(), type: 'if_no_reply' }),
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
