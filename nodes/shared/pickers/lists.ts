import { DateTime } from 'luxon';
import type { IDataObject, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { OperationId } from '../../../contract/endpoints';
import { pageIn, readPage } from '../../../transport';
import { emptyIfRefused } from '../emptyIfRefused';
import { requestTo } from '../endpoint';
import { inboxOfConversation, myConversations, newestConversations, scheduledRepliesOf, type KnownConversation } from '../lookup/conversations';
import { MAX_PAGES_TO_CHOOSE_FROM, pageSizeOf, recall, rowsOf, type Lookup } from '../lookup/lookup';
import { tagsOfInbox, tagsOfOrganization, type Tag } from '../lookup/tags';
import { ME, NOBODY } from '../valuesSeen';

/** What a picker knows. */
export interface Picking {
	lookup: Lookup;
	/** Typed into the list's search box. */
	filter: string;
	/** From 1. */
	page: number;
	/** The ID in another field of the node; empty for an expression without a value in the editor. */
	chosen: (parameter: string) => string;
	chosenSeveral: (parameter: string) => string[];
	/** IANA name. */
	timezone: string;
}

/** Lists what a field can be set to. */
export type Picker = (picking: Picking) => Promise<INodeListSearchResult>;

/** Returns the entries that match what is typed. */
export function matching(entries: INodeListSearchItems[], { filter }: Picking): INodeListSearchResult {
	const typed = filter.trim().toLowerCase();
	return { results: entries.filter(({ name }) => name.toLowerCase().includes(typed)) };
}

export function byName(a: INodeListSearchItems, b: INodeListSearchItems): number {
	return a.name.localeCompare(b.name);
}

/** The name of a record, or its ID. */
export function labelOf({ id, name }: { id?: unknown; name?: unknown }): string {
	return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

/** "Ada Lindqvist (ada@example.com)". */
export function personName({ id, name, email }: { id?: unknown; name?: unknown; email?: unknown }): string {
	if (!name) return String(email || id);
	return email ? `${String(name)} (${String(email)})` : String(name);
}

/** Characters of a scheduled reply's text. */
const MAX_TEXT = 60;

/** Automations of the chosen inbox. */
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

/** The helpdesk searches while you type; scrolling loads more pages (contract, GET /contacts). */
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

export const conversations: Picker = async (picking) => {
	const recent = await recentConversations(picking.lookup, picking.chosen('inboxId'));
	return matching(
		recent.map(({ id, title }) => ({ name: title, value: id })),
		picking,
	);
};

/** The newest of the chosen inbox, or those that can be merged into the chosen conversation. */
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

async function recentBeside(lookup: Lookup, conversationId: string): Promise<KnownConversation[]> {
	return await recentConversations(lookup, await inboxIfKnown(lookup, conversationId));
}

/** The inbox of a conversation; empty if the helpdesk does not show it. An empty ID is refused before anything is sent. */
export async function inboxIfKnown(lookup: Lookup, conversationId: string): Promise<string> {
	const [inboxId = ''] = await emptyIfRefused(inboxOfConversation(lookup, conversationId).then((id) => [id]));
	return inboxId;
}

/** My five, then the newest of the chosen inbox and of the inboxes of my five: documented endpoints only, at most seven requests. */
export async function recentConversations(lookup: Lookup, inboxId: string): Promise<KnownConversation[]> {
	const mine = await emptyIfRefused(myConversations(lookup));
	// An unknown inbox is refused before anything is sent.
	const inboxIds = new Set([inboxId, ...mine.map((conversation) => conversation.inboxId ?? '')]);
	const newest = await Promise.all([...inboxIds].map((id) => emptyIfRefused(newestConversations(lookup, id))));
	const byId = new Map([...mine, ...newest.flat()].map((conversation) => [conversation.id, conversation]));
	return [...byId.values()];
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const plain = (html: string): string => html.replace(/<[^<>]*>/g, ' ').replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity]!);

/** Scheduled replies of the chosen conversation, by time and text. */
export const scheduledReplies: Picker = async (picking) => {
	const { lookup, chosen, timezone } = picking;
	const conversationId = chosen('conversationId');
	const found = conversationId ? await scheduledRepliesOf(lookup, conversationId) : [];
	const labels = found.map(({ id, scheduledAt, texts: { html = '', text = plain(html) } }) => {
		const time = DateTime.fromMillis(scheduledAt, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm');
		return { name: `${time} ${text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)}`.trim(), value: id };
	});
	return matching(labels.sort(byName), picking);
};

/** Tags of the chosen conversation or inboxes; of the organization if the operation changes tags themselves. */
export const tags: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const found = chosen('resource') === 'unconfirmed' ? await tagsOfOrganization(lookup) : await tagsOfChosen(picking);
	return matching(found.map(({ id, name }) => ({ name, value: id })).sort(byName), picking);
};

/** Tags of the organization as long as no inbox is known, because the step before has not run. */
async function tagsOfChosen({ lookup, chosen, chosenSeveral }: Picking): Promise<Tag[]> {
	const conversationId = chosen('conversationId');
	const inboxId = conversationId ? await inboxOfConversation(lookup, conversationId) : chosen('inboxId');
	const inboxIds = inboxId === '' ? chosenSeveral('inboxIds') : [inboxId];
	if (inboxIds.length === 0) return await tagsOfOrganization(lookup);
	const found = await Promise.all(inboxIds.map(async (id) => await tagsOfInbox(lookup, id)));
	return [...new Map(found.flat().map((tag) => [tag.id, tag])).values()];
}

// The specification shows none of these lists: without them in the helpdesk they stay empty.
export const inboxes = listing('listInboxes', labelOf);

const OTHERS = [
	{ name: 'Me', value: ME },
	{ name: 'Nobody', value: NOBODY },
];

export const teammates = listing('listUsers', personName);

/** Teammates, and who else can be asked for as an assignee. */
export const assignees: Picker = async (picking) => {
	const { results } = await teammates(picking);
	return { results: [...matching(OTHERS, picking).results, ...results] };
};

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

/** Custom fields of the conversation's inbox. The specification shows no list of them: without it, those of recent conversations. */
export const customFieldKeys: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const inboxId = await inboxIfKnown(lookup, chosen('conversationId'));
	const listed = await emptyIfRefused(fieldsOfInbox(lookup, inboxId));
	const entries = listed.length > 0 ? listed : await fieldsInUse(lookup, inboxId);
	return matching([...entries].sort(byName), picking);
};

/** Values are set by `key`; a record without it is left out. */
async function fieldsOfInbox(lookup: Lookup, inboxId: string): Promise<INodeListSearchItems[]> {
	return await recall(lookup, `custom fields of ${inboxId}`, async () => {
		const rows = await rowsOf(lookup, 'listInboxCustomFields', { inboxId }, MAX_PAGES_TO_CHOOSE_FROM);
		return rows.flatMap(({ key, name }) => (typeof key === 'string' && key !== '' ? [{ name: labelOf({ id: key, name }), value: key }] : []));
	});
}

async function fieldsInUse(lookup: Lookup, inboxId: string): Promise<INodeListSearchItems[]> {
	const recent = await recentConversations(lookup, inboxId);
	const keys = new Set(recent.flatMap((conversation) => conversation.customFieldKeys));
	return [...keys].map((key) => ({ name: key, value: key }));
}
