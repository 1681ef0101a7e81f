import { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ApiError, InputError, isId, isObject, pageIn, readAll, recordIn, Listing, unwrap } from '../../../transport';
import { requestTo } from '../endpoint';
import { Input } from '../field';
import { addressKey } from '../values';
import { readThread, ThreadEntry } from '../thread';
import { Named } from './named';
import { emptyIfRefused, ifListed, isRefusal, keyOf, collected, recall, rowsOf, Lookup } from './lookup';

/** One page (contract, Limits: per-page). */
const MAX_NEWEST = 100;

/** Its name is such as "#42 Where is my order (Ada Lindqvist)". */
interface KnownConversation extends Named {
	inboxId?: string;
	/** The customer's address. */
	email?: string;
	customFieldKeys: string[];
}

/** Returns at most five (contract, GET /conversations/mine). */
export function myConversations(lookup: Lookup) {
	return recall(lookup, 'my conversations', async () => (await rowsOf(lookup, 'listMyConversations')).map(known));
}

export async function newestConversations(lookup: Lookup, inboxId: string) {
	const request = { ...requestTo('filterConversations', { inboxId }), body: { display: { sort: 'newest' } } };
	return newest(lookup, `newest of ${inboxId}`, { request, envelope: 'counting', atPage: pageIn.display });
}

export async function foundConversations(lookup: Lookup, words: string) {
	const request = { ...requestTo('search'), body: { query: words } };
	return newest(lookup, `search ${words}`, { request, envelope: 'wrapped', atPage: pageIn.query });
}

/** Returns a conversation, then others of the customer's address. */
export function withCustomers(lookup: Lookup, conversationId: string) {
	return recall(lookup, `customer of ${conversationId}`, async () => {
		const own = known(recordIn((await lookup.send(requestTo('getConversation', { conversationId }))).body));
		const { email } = own;
		// The search also finds other customers' conversations.
		const found = email ? await emptyIfRefused(foundConversations(lookup, email)) : [];
		return [own, ...found.filter((each) => addressKey(each.email) === addressKey(email))];
	});
}

function newest(lookup: Lookup, question: string, listing: Omit<Listing, 'limit'>) {
	return recall(lookup, question, async () => {
		const records = readAll(lookup.send, { ...listing, limit: MAX_NEWEST });
		return (await collected(records)).map(known);
	});
}

export function known({
	id,
	inbox_id: inboxId,
	ticket_id: ticketId,
	subject,
	contact,
	custom_field_values: fields,
}: IDataObject): KnownConversation {
	const { name, email } = isObject(contact) ? contact : {};
	const customer = name || email;
	const parts = [isId(ticketId) && `#${ticketId}`, subject, customer && `(${String(customer)})`];
	return {
		id: String(id),
		inboxId: isId(inboxId) ? String(inboxId) : undefined,
		email: isId(email) ? String(email) : undefined,
		name: parts.filter(Boolean).join(' ') || String(id),
		customFieldKeys: isObject(fields) ? Object.keys(fields) : [],
	};
}

/** Throws {InputError} if the record shows no inbox (contract, Fields not shown). */
export async function inboxOfConversation(lookup: Lookup, conversationId: unknown) {
	const request = requestTo('getConversation', { conversationId });
	const inboxId = await recall(
		lookup,
		question(conversationId),
		async () => (unwrap((await lookup.send(request)).body) as IDataObject).inbox_id,
	);
	if (isId(inboxId)) return String(inboxId);
	throw new InputError("The conversation's inbox is not known", 'Choose the tag by its ID.');
}

/**
 * Returns the inboxes whose tags and custom fields count; empty if unknown. Throws {ApiError} if the conversation is
 * not found.
 */
export async function inboxesOf(lookup: Lookup, input: Input) {
	const { conversationId, searchIn, inboxIds, inboxId } = input;
	if (conversationId === undefined) return [searchIn ?? inboxIds ?? inboxId ?? []].flat() as string[];
	return await inboxOfConversation(lookup, conversationId).then(
		(id) => [id],
		(error: unknown) => {
			if (isRefusal(error) && !(error instanceof ApiError && error.status === 404)) return [];
			throw error;
		},
	);
}

/** Throws {InputError} if the helpdesk does not list its inboxes. */
export async function allInboxes(lookup: Lookup) {
	const rows = await ifListed(lookup, 'inboxes', () => rowsOf(lookup, 'listInboxes'));
	if (rows && rows.length > 0) return rows.map(({ id }) => String(id));
	throw new InputError(
		'Your helpdesk does not list its inboxes',
		"Choose several in 'Search In', and enter their IDs.",
	);
}

export function rememberInboxes(lookup: Lookup, input: Input, outputs: INodeExecutionData[]) {
	const learn = (conversationId: unknown, inboxId: unknown) =>
		lookup.cache.learn(keyOf(lookup, question(conversationId)), inboxId);
	for (const { json } of outputs) {
		const inboxId = json.inbox_id ?? input.inboxId;
		if ('ticket_id' in json && isId(inboxId)) learn(json.id, inboxId);
	}
	// Move sets the inbox.
	if (input.conversationId && input.inboxId) learn(input.conversationId, input.inboxId);
}

function question(conversationId: unknown) {
	return `inbox of ${String(conversationId)}`;
}

type ScheduledReply = ThreadEntry & { id: string; scheduledAt: number };

export async function scheduledRepliesOf({ send, now }: Pick<Lookup, 'send' | 'now'>, conversationId: string) {
	const { entries } = await readThread(send, { id: conversationId, now: now() }, true);
	return entries.filter(
		(entry): entry is ScheduledReply =>
			entry.kind === 'unsent' && entry.id !== undefined && entry.scheduledAt !== undefined,
	);
}
