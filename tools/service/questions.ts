import { wholeNumber } from '../../transport/answers/shape';
import type { OperationId } from '../../contract/endpoints';
import { statusWordsToCount } from './find/words';
import { idOf, metaOf, recordsOf, succeeded, type Json } from './looks';
import type { Ask, Reading } from './reading';

/** Page sizes from larger than any that is shown down to the default: the first that is not refused is the largest. */
const PAGE_SIZES = [150, 100, 50, 20];

/** Enough inboxes, threads and single records to see their forms. */
const MAX_INBOXES = 3;
const MAX_THREADS = 3;
const MAX_SINGLE = 2;

/** What no helpdesk has. */
const NOBODY = 'nobody-has-this-name-7f3a';

const found = ({ answer }: Reading): Json[] => (succeeded(answer) ? recordsOf(answer.body) : []);
const idsOf = (records: Json[]): string[] => records.flatMap((record) => idOf(record) ?? []);
const inboxOf = ({ inbox_id: id }: Json): string[] => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []);

/** How often a text stands in a list: the busiest inbox is the one that fills the largest page. */
const times = (text: string, texts: string[]): number => texts.filter((each) => each === text).length;

/** Asks everything that reading can show, what matters most first. */
export async function questions(ask: Ask, inbox?: string): Promise<void> {
	const me = await ask({ operationId: 'getCurrentUser' });
	const mine = found(await ask({ operationId: 'listMyConversations' }));
	const listed = found(await ask({ operationId: 'listInboxes' }));
	const searched = found(await ask({ operationId: 'search', body: { query: 'a' } }));
	const seenIn = [...mine, ...searched].flatMap(inboxOf);
	const known = [...new Set([...idsOf(listed), ...seenIn])].sort((a, b) => times(b, seenIn) - times(a, seenIn));
	const inboxes = [...new Set([...(inbox ? [inbox] : []), ...known])].slice(0, MAX_INBOXES);
	const main = await conversations(ask, inboxes);
	const contact = await contacts(ask, main.size);
	const records = main.records.length > 0 ? main.records : [...mine, ...searched];
	await singleConversations(ask, records);
	await ofInbox(ask, main.inbox);
	await organization(ask, idsOf(found(me))[0], contact);
	await neighbours(ask, idsOf(records)[0]);
	await reports(ask, main.inbox);
}

interface Main {
	/** The inbox with the most conversations. */
	inbox?: string;
	records: Json[];
	/** The largest page size that is not refused, as far as the documentation goes. */
	size: number;
}

async function conversations(ask: Ask, inboxes: string[]): Promise<Main> {
	const [first, ...others] = inboxes;
	if (first === undefined) return { records: [], size: PAGE_SIZES.at(-1)! };
	const list = (inbox_id: string, purpose: Reading['purpose'], per_page: number) =>
		ask({ operationId: 'filterConversations', purpose, ids: { inbox_id }, body: { display: { sort: 'newest', per_page, page: 1 } } });
	let asked = PAGE_SIZES[0]!;
	let reading = await list(first, 'large', asked);
	for (const size of PAGE_SIZES.slice(1)) {
		if (![400, 422].includes(reading.answer?.status ?? 0)) break;
		reading = await list(first, 'large', (asked = size));
	}
	const size = Math.min(asked, 100);
	const readings = [{ inbox: first, reading, asked }];
	for (const inbox of others) readings.push({ inbox, reading: await list(inbox, 'plain', size), asked: size });
	const largest = readings.reduce((best, each) => (totalOf(each.reading) > totalOf(best.reading) ? each : best));
	for (let count = 0; count < 2; count += 1) await list(largest.inbox, 'again', largest.asked);
	const records = found(largest.reading);
	for (const value of statusWordsToCount(readings.flatMap(({ reading: each }) => found(each)))) {
		const filters = { condition: 'and', groups: [{ attribute: 'status', comparison: 'eq', values: [{ value }] }] };
		await ask({
			operationId: 'filterConversations',
			purpose: 'count',
			ids: { inbox_id: largest.inbox },
			body: { filters, display: { per_page: 1 } },
		});
	}
	return { inbox: largest.inbox, records, size };
}

const totalOf = ({ answer }: Reading): number => wholeNumber(metaOf(answer?.body).total) ?? 0;

/** Gives the id of a contact. */
async function contacts(ask: Ask, size: number): Promise<string | undefined> {
	const list = found(await ask({ operationId: 'listContacts', query: { per_page: size } }));
	await ask({ operationId: 'listContacts', purpose: 'nothing', query: { q: NOBODY } });
	await ask({ operationId: 'listContacts', purpose: 'links', query: { per_page: 2 } });
	const [contact_id] = idsOf(list);
	if (contact_id === undefined) return undefined;
	await ask({ operationId: 'getContact', ids: { contact_id } });
	return contact_id;
}

/** Those with the longest threads, and one that is not there. */
async function singleConversations(ask: Ask, records: Json[]): Promise<void> {
	const tagged = records.filter(({ tags }) => Array.isArray(tags) && tags.length > 0).slice(0, 1);
	const long = [...records].sort((a, b) => (wholeNumber(b.messages_count) ?? 0) - (wholeNumber(a.messages_count) ?? 0));
	for (const conversation_id of idsOf(long).slice(0, MAX_THREADS)) await ask({ operationId: 'listMessages', ids: { conversation_id } });
	for (const conversation_id of idsOf([...new Set([...tagged, ...long])]).slice(0, MAX_SINGLE))
		await ask({ operationId: 'getConversation', ids: { conversation_id } });
	const nobody = typeof records[0]?.id === 'number' ? '999999999999' : NOBODY;
	await ask({ operationId: 'getConversation', purpose: 'nobody', ids: { conversation_id: nobody } });
}

async function ofInbox(ask: Ask, inbox_id?: string): Promise<void> {
	if (inbox_id === undefined) return;
	await ask({ operationId: 'listInboxTags', ids: { inbox_id } });
	const [automation_id] = idsOf(found(await ask({ operationId: 'listAutomations', ids: { inbox_id } })));
	if (automation_id !== undefined) await ask({ operationId: 'getAutomation', ids: { inbox_id, automation_id } });
	for (const operationId of ['getInbox', 'listInboxSavedReplies', 'listInboxCustomFields'] as const) await ask({ operationId, ids: { inbox_id } });
}

async function organization(ask: Ask, user_id?: string, contact_id?: string): Promise<void> {
	if (user_id !== undefined) await ask({ operationId: 'getUser', ids: { user_id } });
	for (const operationId of ['listTags', 'listUsers', 'listSavedReplies'] as const) await ask({ operationId });
	const [knowledgebase_id] = idsOf(found(await ask({ operationId: 'listKnowledgeBases' })));
	if (knowledgebase_id !== undefined) await ask({ operationId: 'getKnowledgeBase', ids: { knowledgebase_id } });
	if (contact_id !== undefined) await ask({ operationId: 'listContactConversations', ids: { contact_id } });
}

async function neighbours(ask: Ask, conversation_id?: string): Promise<void> {
	if (conversation_id === undefined) return;
	for (const operationId of ['getNextConversation', 'getPreviousConversation'] as const) await ask({ operationId, ids: { conversation_id } });
}

const REPORTS = [
	'getInboxReports',
	'getConversationsReport',
	'getProductivityReport',
	'getHappinessReport',
	'getAgentsReport',
	'getAgentTeamConversationsReport',
	'getAgentTeamProductivityReport',
	'getRecentRatingsReport',
] as const satisfies readonly OperationId[];

async function reports(ask: Ask, inbox_id?: string): Promise<void> {
	if (inbox_id === undefined) return;
	for (const operationId of REPORTS) await ask({ operationId, ids: { inbox_id } });
}
