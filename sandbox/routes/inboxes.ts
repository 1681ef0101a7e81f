import { single, type Call, type Handlers } from '../call';
import { applyChange, checkChange, requiredText, selectedInvalid, type ConversationChange } from '../changes';
import { conversationView } from '../forms';
import { addConversation } from '../newConversation';
import { HttpError, invalid, notFound } from '../errors';
import { compileFilter, type FilterTree } from '../filters';
import { askedPage, countingPage, filterPage, listing, pageSize, simplePage } from '../pages';
import type { ConversationRecord, Inbox, StoredConversation, ThreadEvent } from '../records';
import { newEvent, newMessage } from '../thread';
import { knownSort } from '../store';

const inboxView = ({ id, name, address }: Inbox) => ({
	id,
	name,
	inbox_address: address,
	connected_email_address: null,
});
const recordsOf = ({ store, inbox }: Call) =>
	store.sortedConversations({ inboxId: inbox.id }, 'newest').map(({ record }) => record);
const searched = ({ subject, contact, excerpt, ticket_id: number }: ConversationRecord) => [
	subject,
	contact.name,
	contact.email,
	excerpt,
	String(number),
];

/** Returns the inbox's conversations that a body names. All must be in the trash, or all outside. */
function chosen({ store, inbox, body, settings }: Call, isInTrash: boolean): StoredConversation[] {
	const field = settings.fieldNames.batchIds;
	const ids = body[field];
	if (!Array.isArray(ids) || ids.length === 0) throw invalid({ [field]: [`The ${field} field is required.`] });
	return ids.map((id: string, index) => {
		const conversation = store.conversations.get(id);
		const isHere =
			conversation?.record.inbox_id === inbox.id && (conversation.record.deleted_at !== null) === isInTrash;
		if (!isHere) throw selectedInvalid(`${field}.${index}`);
		return conversation;
	});
}

function totals(call: Call) {
	const by_status: Record<string, number> = {};
	for (const { status } of recordsOf(call)) by_status[status] = (by_status[status] ?? 0) + 1;
	return { total: recordsOf(call).length, by_status };
}

const byTeammate = (call: Call) => {
	const assignees = recordsOf(call).map(({ assignable_id }) => assignable_id);
	const count = (id: string) => assignees.filter((assignee) => assignee === id).length;
	return call.store.teammatesOf(call.organizationId).map(({ id, name }) => ({ id, name, conversations: count(id) }));
};

const REPORTS: Record<string, ((call: Call) => unknown) | undefined> = {
	conversations: totals,
	productivity: (call) => ({ replies: recordsOf(call).reduce((sum, { messages_count }) => sum + messages_count, 0) }),
	happiness: () => ({ great: 0, okay: 0, not_good: 0 }),
	agents: byTeammate,
	'agent-team-conversations': (call) => ({ agents: byTeammate(call), teams: [] }),
	'agent-team-productivity': (call) => ({ agents: byTeammate(call), teams: [] }),
	'recent-ratings': (call) =>
		recordsOf(call)
			.slice(0, 1)
			.map(({ id }) => ({ id: `rating_${id}`, conversation_id: id, rating: 'great', comment: '' })),
};

export const inboxHandlers: Handlers = {
	createConversation: (call) => {
		const { store, organizationId, user, inbox } = call;
		const { email, subject, message: html } = call.body as Partial<Record<'email' | 'subject' | 'message', string>>;
		if (!email) throw invalid({ email: ['The email field is required.'] });
		const known = store.contactsOf(organizationId).find((contact) => contact.email === email);
		const contact = known ?? store.addContact(organizationId, { id: store.id('contact'), email });
		const message = newMessage(store, { html: html ?? '', direction: 'outgoing' });
		const events: [ThreadEvent] = [newEvent(store, 'started', user, message)];
		const created = addConversation(store, inbox, contact, subject ?? '', events, store.now());
		return single(call, conversationView(store, created, call.baseUrl));
	},

	filterConversations: (call) => {
		const { filters, display = {} } = call.body as {
			filters?: FilterTree;
			display?: { sort?: string; per_page?: number; page?: number };
		};
		const sort = knownSort(display.sort, 'display.sort');
		const { store, inbox } = call;
		const sorted = store.sortedConversations({ inboxId: inbox.id }, sort);
		const matching = filters
			? store.derive([filters, inbox.id, sort], () => sorted.filter(compileFilter(filters)))
			: sorted;
		const perPage = pageSize(display.per_page ?? 20, 'display.per_page');
		const page = filterPage(call, matching, { page: display.page ?? 1, perPage });
		return { ...page, data: page.data.map(({ record }) => record) };
	},

	/** Accepts the page in query or body, because its place is not specified. */
	search: (call) => {
		const words = requiredText(call, call.settings.fieldNames.searchTerm).toLowerCase();
		const asked = { ...call.body, ...call.query } as {
			page?: number;
			'per-page'?: number;
			per_page?: number;
			sort?: string;
		};
		const sort = knownSort(asked.sort, 'sort');
		const perPage = pageSize(asked['per-page'] ?? asked.per_page ?? 20, 'per-page');
		const { store, organizationId } = call;
		const suits = ({ record }: StoredConversation) =>
			searched(record).some((text) => text.toLowerCase().includes(words));
		const found = store.derive(['search', words, organizationId, sort], () =>
			store.sortedConversations({ organizationId }, sort).filter(suits),
		);
		const page = countingPage(call, found, { page: asked.page ?? 1, perPage });
		return { success: true, data: { conversations: { ...page, data: page.data.map(({ record }) => record) } } };
	},

	batchUpdateConversations: (call) => {
		const { status, assign_to, tags, subject, priority } = call.body as ConversationChange;
		const change = { status, assign_to, tags, subject, priority };
		if (Object.values(change).every((value) => value === undefined)) throw new HttpError(412, 'Nothing to update');
		const conversations = chosen(call, false);
		checkChange(call, change, conversations);
		for (const conversation of conversations) applyChange(call.store, conversation, change);
	},
	batchDeleteConversations: (call) => {
		for (const conversation of chosen(call, false)) call.store.trash(conversation);
	},
	batchRestoreConversations: (call) => {
		for (const conversation of chosen(call, true)) call.store.restore(conversation);
	},

	listInboxes: (call) => {
		const inboxes = [...call.store.inboxes.values()].filter(
			({ organizationId }) => organizationId === call.organizationId,
		);
		return listing(call, inboxes.map(inboxView));
	},
	getInbox: (call) => single(call, inboxView(call.inbox)),
	listInboxCustomFields: (call) => listing(call, call.inbox.customFields),
	listInboxSavedReplies: (call) => {
		const all = call.store.ownedBy(call.organizationId, call.store.savedReplies);
		return listing(
			call,
			all.filter(({ inbox_id }) => inbox_id === null || inbox_id === call.inbox.id),
		);
	},
	listInboxTags: (call) => {
		const tags = call.inbox.tagIds.map((id) => call.store.tags.get(id)?.record);
		return simplePage(call, tags, askedPage(call));
	},

	listAutomations: ({ inbox }) => ({ data: inbox.automations }),
	getAutomation: ({ automation }) => ({ data: automation }),
	deleteAutomation: ({ inbox, automation, store }) => {
		inbox.automations = inbox.automations.filter((each) => each !== automation);
		store.version += 1;
	},

	// Reports are not specified, so this shows simple figures.
	getInboxReports: (call) => single(call, { inbox_id: call.inbox.id, conversations: totals(call) }),
	getReport: (call) => {
		const figures = REPORTS[call.url.split('/').at(-1)!];
		if (!figures) throw notFound();
		return single(call, figures(call));
	},
};
