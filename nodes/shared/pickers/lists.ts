import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import type { OperationId } from '../../../contract/endpoints';
import { pageIn, readPage } from '../../../transport';
import { requestTo } from '../endpoint';
import { inboxOfConversation, myConversations, newestConversations, type KnownConversation } from '../lookup/conversations';
import { MAX_PAGES_TO_CHOOSE_FROM, pageSizeOf, recall, rowsOf, type Lookup } from '../lookup/lookup';
import { scheduledRepliesOf } from '../lookup/scheduledReplies';
import { tagsOfInbox, tagsOfOrganization, type Tag } from '../lookup/tags';
import { emptyIfRefused } from '../emptyIfRefused';
import { byName, labelOf, matching, personName, type Picker, type Picking } from './picker';

/** The automations of the inbox that is chosen in the node; none before. */
export const automations: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const inboxId = chosen('inboxId');
	if (inboxId === '') return { results: [] };
	const entries = await recall(lookup, `automations of ${inboxId}`, async () => {
		const rows = await rowsOf(lookup, 'listAutomations', { inboxId });
		return rows.map(({ id, name, active }) => ({
			name: active === false ? `${labelOf({ id, name })} (inactive)` : labelOf({ id, name }),
			value: String(id),
		}));
	});
	return matching([...entries].sort(byName), picking);
};

const PER_PAGE = 50;

/** The helpdesk searches as one types; more pages are loaded by scrolling (contract, GET /contacts). */
export const contacts: Picker = async ({ lookup, filter, page }) => {
	const q = filter.trim();
	// All pages of a list have to be of one size.
	const size = await pageSizeOf(lookup, 'GET /contacts', PER_PAGE);
	const { records, lastPage } = await recall(lookup, `contacts ${page} ${q}`, async () => {
		const request = { ...requestTo('listContacts'), query: { with_orphan: true, ...(q && { q }) } };
		const { answer } = await size.settle(PER_PAGE, async (perPage) => await lookup.send(pageIn.contactQuery(request, page, perPage)));
		return readPage(answer.body, 'counting', page);
	});
	return {
		results: records.map((contact) => ({ name: personName(contact), value: String(contact.id) })),
		paginationToken: page < lastPage ? String(page + 1) : undefined,
	};
};

/** My five, then the newest of the chosen inbox and of the inboxes in which my five are. */
export const conversations: Picker = async (picking) => {
	const recent = await recentConversations(picking.lookup, picking.chosen('inboxId'));
	return matching(
		recent.map(({ id, title }) => ({ name: title, value: id })),
		picking,
	);
};

/** Several to work on: the newest of the chosen inbox, or else those that can be merged into the chosen conversation. */
export const severalConversations: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const [inboxId, conversationId] = [chosen('inboxId'), chosen('conversationId')];
	const found = inboxId ? await newestConversations(lookup, inboxId) : await recentBeside(lookup, conversationId);
	const others = found.filter(({ id }) => id !== conversationId);
	return matching(
		others.map(({ id, title }) => ({ name: title, value: id })),
		picking,
	);
};

/** Recent conversations, those of a conversation's own inbox among them where it is known. */
async function recentBeside(lookup: Lookup, conversationId: string): Promise<KnownConversation[]> {
	return await recentConversations(lookup, await inboxIfKnown(lookup, conversationId));
}

/** The inbox of a conversation; empty where none is chosen, or the helpdesk does not say it. An empty ID is refused before anything is sent. */
export async function inboxIfKnown(lookup: Lookup, conversationId: string): Promise<string> {
	const [inboxId = ''] = await emptyIfRefused(inboxOfConversation(lookup, conversationId).then((id) => [id]));
	return inboxId;
}

/** Conversations at hand without a search: documented endpoints alone, at most seven requests. */
export async function recentConversations(lookup: Lookup, inboxId: string): Promise<KnownConversation[]> {
	const mine = await emptyIfRefused(myConversations(lookup));
	// An inbox that is not known is refused before anything is sent.
	const inboxIds = new Set([inboxId, ...mine.map((conversation) => conversation.inboxId ?? '')]);
	const newest = await Promise.all([...inboxIds].map((id) => emptyIfRefused(newestConversations(lookup, id))));
	const byId = new Map([...mine, ...newest.flat()].map((conversation) => [conversation.id, conversation]));
	return [...byId.values()];
}

/** Replies that wait to be sent in the chosen conversation, as far as its messages show them. */
export const scheduledReplies: Picker = async (picking) => {
	const { lookup, chosen, timezone } = picking;
	const conversationId = chosen('conversationId');
	const waiting = conversationId ? await scheduledRepliesOf(lookup, conversationId) : [];
	const labels = waiting.map(({ messageId, scheduledAt, text }) => {
		const time = scheduledAt?.setZone(timezone).toFormat('yyyy-MM-dd HH:mm') ?? '';
		return { name: `${time} ${text}`.trim() || messageId, value: messageId };
	});
	return matching(labels.sort(byName), picking);
};

/** The tags that what is chosen in the node can have; of the whole organization where the tags themselves are worked on. */
export const tags: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const found = chosen('resource') === 'tag' ? await tagsOfOrganization(lookup) : await tagsOfChosen(picking);
	return matching(found.map(({ id, name }) => ({ name, value: id })).sort(byName), picking);
};

/**
 * Of the conversation's own inbox, or of the chosen inboxes where no conversation is worked on; of the organization as long as none is
 * known, because the step before has not run.
 */
async function tagsOfChosen({ lookup, chosen, chosenSeveral }: Picking): Promise<Tag[]> {
	const conversationId = chosen('conversationId');
	const inboxId = conversationId ? await inboxOfConversation(lookup, conversationId) : chosen('inboxId');
	const inboxIds = inboxId === '' ? chosenSeveral('inboxIds') : [inboxId];
	if (inboxIds.length === 0) return await tagsOfOrganization(lookup);
	const found = await Promise.all(inboxIds.map(async (id) => await tagsOfInbox(lookup, id)));
	return [...new Map(found.flat().map((tag) => [tag.id, tag])).values()];
}

/** The specification shows no listing of inboxes; where the helpdesk has none, the list stays empty. */
export const inboxes = listing('listInboxes', labelOf);

/** The specification shows no listing of teammates; where the helpdesk has none, the list stays empty. */
export const teammates = listing('listUsers', personName);

/** The specification shows no listing of these; where the helpdesk has none, the list stays empty. */
export const savedReplies = listing('listSavedReplies', titleOf);
export const knowledgeBases = listing('listKnowledgeBases', titleOf);

function titleOf({ id, name, title }: IDataObject): string {
	return labelOf({ id, name: name ?? title });
}

function listing(operationId: OperationId, nameOf: (row: IDataObject) => string): Picker {
	return async (picking) => {
		const entries: INodeListSearchItems[] = await recall(picking.lookup, operationId, async () => {
			const rows = await rowsOf(picking.lookup, operationId, {}, MAX_PAGES_TO_CHOOSE_FROM);
			return rows.map((row) => ({ name: nameOf(row), value: String(row.id) }));
		});
		return matching([...entries].sort(byName), picking);
	};
}
