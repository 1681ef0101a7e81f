import { DateTime } from 'luxon';
import { IDataObject, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { askForPage, beginOf, pageIn, readPage } from '../../../transport';
import {
	emptyIfRefused,
	undefinedIfRefused,
	uniqueById,
	MAX_PAGES_TO_CHOOSE_FROM,
	namedIn,
	recall,
	rowsOf,
	foundConversations,
	withCustomers,
	inboxOfConversation,
	myConversations,
	newestConversations,
	scheduledRepliesOf,
	fieldsOfInbox,
	tagsOfInbox,
	tagsOfOrganization,
	Lookup,
	Named,
} from '../lookup';
import { OperationId, requestTo } from '../endpoint';
import { ME, NOBODY } from '../names';
import { shownText } from '../text/lines';
import { readThread } from '../thread';
import { MessageTexts } from '../text/words';

interface Picking {
	lookup: Lookup;
	filter: string;
	page: number;
	/** Returns another field as stored. */
	parameter: (name: string) => unknown;
	/** Returns the IDs in another field; none for an expression without a value. */
	chosen: (parameter: string) => string[];
	timezone: string;
}

export type Picker = (picking: Picking) => Promise<INodeListSearchResult>;

export function matching(entries: INodeListSearchItems[], { filter }: Picking) {
	const typed = filter.trim().toLowerCase();
	return { results: entries.filter(({ name }) => name.toLowerCase().includes(typed)) };
}

function sorted(entries: INodeListSearchItems[], picking: Picking) {
	return matching(
		[...entries].sort((a, b) => a.name.localeCompare(b.name)),
		picking,
	);
}

const namedEntry = ({ id, name }: Named) => ({ name, value: id });

export function personName({ id, name, email }: IDataObject) {
	if (!name) return String(email || id);
	return email ? `${String(name)} (${String(email)})` : String(name);
}

const PER_PAGE = 50;

const contacts: Picker = async ({ lookup, filter, page }) => {
	const q = filter.trim();
	const { records, lastPage } = await recall(lookup, `contacts ${page} ${q}`, async () => {
		const request = { ...requestTo('listContacts'), query: { with_orphan: true, ...(q && { q }) } };
		const { answer } = await askForPage(PER_PAGE, (perPage) =>
			lookup.send(pageIn.contactQuery(request, page, perPage)),
		);
		return readPage(answer.body, 'counting', page);
	});
	return {
		results: records.map((contact) => ({ name: personName(contact), value: String(contact.id) })),
		paginationToken: page < lastPage ? String(page + 1) : undefined,
	};
};

const conversations: Picker = async (picking) => {
	const { lookup, filter, chosen } = picking;
	const recent = matching((await recentConversations(lookup, chosen('inboxId')[0])).map(namedEntry), picking);
	const words = filter.replace(/^\s*#/, '').trim();
	const found = words === '' ? [] : await emptyIfRefused(foundConversations(lookup, words));
	const older = found.filter(({ id }) => !recent.results.some(({ value }) => value === id));
	const isNumber = ({ name }: INodeListSearchItems) => name.startsWith(`#${words} `);
	const results = [...recent.results, ...older.map(namedEntry)];
	return { results: results.sort((a, b) => Number(isNumber(b)) - Number(isNumber(a))) };
};

/** Offers the chosen inbox's conversations; without an inbox those of the customer, then recent ones. */
const severalConversations: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const [[inboxId], [conversationId]] = [chosen('inboxId'), chosen('conversationId')];
	if (inboxId !== undefined) return matching((await newestConversations(lookup, inboxId)).map(namedEntry), picking);
	const [own, ...ofCustomer] = conversationId ? await emptyIfRefused(withCustomers(lookup, conversationId)) : [];
	const recent = await recentConversations(lookup, own?.inboxId);
	const others = uniqueById([...ofCustomer, ...recent]).filter(({ id }) => id !== conversationId);
	return matching(others.map(namedEntry), picking);
};

/** Sends at most seven requests, all to documented endpoints. */
async function recentConversations(lookup: Lookup, inboxId = '') {
	const mine = await emptyIfRefused(myConversations(lookup));
	// An empty ID is refused without a request.
	const inboxIds = new Set([inboxId, ...mine.map((conversation) => conversation.inboxId ?? '')]);
	const newest = await Promise.all([...inboxIds].map((id) => emptyIfRefused(newestConversations(lookup, id))));
	return uniqueById([...mine, ...newest.flat()]);
}

const MAX_TEXT = 60;

const scheduledReplies: Picker = async (picking) => {
	const { lookup, chosen, timezone } = picking;
	const [conversationId] = chosen('conversationId');
	const found = conversationId ? await scheduledRepliesOf(lookup, conversationId) : [];
	const labels = found.map(({ id, scheduledAt, texts }) => ({
		name: labelled(scheduledAt, texts, timezone),
		value: id,
	}));
	return sorted(labels, picking);
};

/** @param at in ms */
function labelled(at: number | undefined, texts: MessageTexts, zone: string, who = '') {
	const time = at === undefined ? '' : DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd HH:mm ');
	return `${time}${who}${beginOf(shownText(texts).replaceAll('\n', ' '), MAX_TEXT)}`.trim();
}

const tags: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const found = await (chosen('resource')[0] === 'tag' ? tagsOfOrganization(lookup) : tagsOfChosen(picking));
	return sorted(found.map(namedEntry), picking);
};

async function tagsOfChosen({ lookup, chosen }: Picking) {
	const [conversationId] = chosen('conversationId');
	const [inboxId] = conversationId ? [await inboxOfConversation(lookup, conversationId)] : chosen('inboxId');
	const inboxIds = inboxId === undefined ? chosen('inboxIds') : [inboxId];
	if (inboxIds.length === 0) return await tagsOfOrganization(lookup);
	const found = await Promise.all(inboxIds.map((id) => tagsOfInbox(lookup, id)));
	return uniqueById(found.flat());
}

const automations = listing(
	'listAutomations',
	(row) => `${namedIn(row).name}${row.active === false ? ' (inactive)' : ''}`,
	true,
);
// The helpdesk may lack the lists below: none is documented.
const inboxes = listing(
	'listInboxes',
	({ id, name, inbox_address: own, connected_email_address: connected }) =>
		namedIn({ id, name: name || own || connected }).name,
);
const listed = listing('listUsers', personName);
const teammates = withOthers({ name: 'Me', value: ME });
const assignees = withOthers({ name: 'Me', value: ME }, { name: 'Nobody', value: NOBODY });
const savedReplies = listing('listSavedReplies', titleOf);
const knowledgeBases = listing('listKnowledgeBases', titleOf);

function withOthers(...others: INodeListSearchItems[]): Picker {
	return async (picking) => ({
		results: [...matching(others, picking).results, ...(await listed(picking)).results],
	});
}

function titleOf({ id, name, title }: IDataObject) {
	return namedIn({ id, name: name ?? title }).name;
}

function listing(operationId: OperationId, nameOf: (row: IDataObject) => string, isOfInbox = false): Picker {
	return async (picking) => {
		const { lookup, chosen } = picking;
		const [inboxId] = chosen('inboxId');
		if (isOfInbox && inboxId === undefined) return { results: [] };
		const entries = await recall(lookup, `${operationId} ${inboxId}`, async () => {
			const rows = await rowsOf(lookup, operationId, { inboxId }, MAX_PAGES_TO_CHOOSE_FROM);
			return rows.map((row) => ({ name: nameOf(row), value: String(row.id) }));
		});
		return sorted(entries, picking);
	};
}

const customFieldKeys: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const [conversationId] = chosen('conversationId');
	const ofConversation = conversationId && (await undefinedIfRefused(inboxOfConversation(lookup, conversationId)));
	const [inboxId = ''] = [ofConversation ?? [], chosen('inboxId'), chosen('inboxIds')].flat();
	const listed = await emptyIfRefused(fieldsOfInbox(lookup, inboxId));
	const recent = listed.length > 0 ? [] : await recentConversations(lookup, inboxId);
	const inUse = new Set(recent.flatMap(({ customFieldKeys: keys }) => keys));
	const entries = [...listed.map(namedEntry), ...[...inUse].map((key) => ({ name: key, value: key }))];
	return sorted(entries, picking);
};

const WRITERS = { customer: 'Customer', teammate: 'Team', automation: 'Automatic reply', unknown: 'Unknown' };

/** Offers messages and notes by the ID of their thread event, the newest first. */
const messages: Picker = async (picking) => {
	const { lookup, chosen, timezone } = picking;
	const [id] = chosen('conversationId');
	const { entries = [] } = id ? await readThread(lookup.send, { id, now: lookup.now() }, true) : {};
	const results = entries.flatMap(({ ids, at, kind, writer, texts }) => {
		if (kind !== 'message' && kind !== 'note') return [];
		const who = kind === 'note' ? 'Note' : WRITERS[writer];
		return ids.slice(-1).map((value) => ({ name: labelled(at, texts, timezone, `${who}: `), value }));
	});
	return matching(results.reverse(), picking);
};

export const pickers = {
	assignees,
	automations,
	contacts,
	conversations,
	customFieldKeys,
	inboxes,
	knowledgeBases,
	messages,
	savedReplies,
	scheduledReplies,
	tags,
	teammates,
};

export const shortLists = { inboxes, severalConversations, tags, teammates };
