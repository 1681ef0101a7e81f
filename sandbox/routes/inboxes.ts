import { done, single, type Handlers } from '../call';
import { compileFilter, type FilterTree } from '../filters';
import { applyChange, checkChange, selectedInvalid, type ConversationChange } from '../changes';
import { HttpError, invalid } from '../errors';
import { filterPage, listing, pageSize, simplePage } from '../pages';
import type { Inbox } from '../records';
import { sorts, type Sort } from '../store';

export const inboxHandlers: Handlers = {
	filterConversations: (call) => {
		const { filters, display = {} } = call.body as { filters?: FilterTree; display?: { sort?: Sort; per_page?: number; page?: number } };
		const sort = display.sort ?? 'newest';
		if (!sorts.includes(sort)) throw invalid({ 'display.sort': ['The selected display.sort is invalid.'] });
		const { store, inbox } = call;
		const sorted = store.sortedConversations({ inboxId: inbox.id }, sort);
		const matching = filters ? store.derive([filters, inbox.id, sort], () => sorted.filter(compileFilter(filters))) : sorted;
		const perPage = pageSize(display.per_page ?? 20, 'display.per_page', store.world);
		const page = filterPage(call, matching, { page: display.page ?? 1, perPage });
		return { ...page, data: page.data.map(({ record }) => record) };
	},

	batchUpdateConversations: (call) => {
		const { batchIds } = call.settings.fieldNames;
		const { status, assign_to, tags, subject, priority } = call.body as ConversationChange;
		const change = { status, assign_to, tags, subject, priority };
		if (Object.values(change).every((value) => value === undefined)) throw new HttpError(412, 'Nothing to update');
		const ids = call.body[batchIds];
		if (!Array.isArray(ids) || ids.length === 0) throw invalid({ [batchIds]: [`The ${batchIds} field is required.`] });
		const conversations = ids.map((id: string, index) => {
			const conversation = call.store.conversations.get(id);
			const isHere = conversation?.record.inbox_id === call.inbox.id && conversation.record.deleted_at === null;
			if (!isHere) throw selectedInvalid(`${batchIds}.${index}`);
			return conversation;
		});
		checkChange(call, change, conversations);
		for (const conversation of conversations) applyChange(call.store, conversation, change);
		return done('Conversations updated successfully.');
	},

	listInboxTags: (call) => {
		const { page = 1, 'per-page': asked = 20 } = call.query as { page?: number; 'per-page'?: number };
		const tags = call.inbox.tagIds.map((id) => call.store.tags.get(id)?.record);
		return simplePage(call, tags, { page, perPage: pageSize(asked, 'per-page', call.store.world) });
	},

	listAutomations: ({ inbox }) => ({ data: inbox.automations }),

	getAutomation: ({ automation }) => ({ data: automation }),

	deleteAutomation: ({ inbox, automation, store }) => {
		inbox.automations = inbox.automations.filter((each) => each !== automation);
		store.version += 1;
		return done('Automation deleted successfully.');
	},

	listInboxes: (call) => {
		const inboxes = [...call.store.inboxes.values()].filter(({ organizationId }) => organizationId === call.organizationId);
		return listing(call, inboxes.map(inboxView));
	},

	listInboxCustomFields: (call) => listing(call, call.inbox.customFields),

	getInbox: (call) => single(call, inboxView(call.inbox)),

	listInboxSavedReplies: (call) => {
		const own = call.store.ownedBy(call.organizationId, call.store.savedReplies);
		return listing(
			call,
			own.filter(({ inbox_id }) => inbox_id === null || inbox_id === call.inbox.id),
		);
	},
};

const inboxView = ({ id, name, address }: Inbox) => ({ id, name, address });
