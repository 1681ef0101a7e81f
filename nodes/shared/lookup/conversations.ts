import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inboxIdIn, InputError, isId, isObject, pageIn, readAll } from '../../../transport';
import { requestTo } from '../endpoint';
import type { Input } from '../field';
import { keyOf, recall, rowsOf, type Lookup } from './lookup';

/** One page of the inbox: what fits in one request (contract, Limits: per-page, maximum 100). */
const MAX_NEWEST = 100;

/** Of a conversation, what pickers show. */
export interface KnownConversation {
	id: string;
	inboxId?: string;
	/** "#42 Where is my order (Ada Lindqvist)": found by subject, ticket number and customer. */
	title: string;
	customFieldKeys: string[];
}

/** At most the five most recently active of the token's owner (contract, GET /conversations/mine). */
export async function myConversations(lookup: Lookup): Promise<KnownConversation[]> {
	return await recall(lookup, 'my conversations', async () => {
		const mine = await rowsOf(lookup, 'listMyConversations');
		return mine.map(known);
	});
}

/** The newest 100 of an inbox, in one request. */
export async function newestConversations(lookup: Lookup, inboxId: string): Promise<KnownConversation[]> {
	const request = { ...requestTo('filterConversations', { inboxId }), body: { display: { sort: 'newest' } } };
	return await recall(lookup, `newest of ${inboxId}`, async () => {
		const conversations: KnownConversation[] = [];
		const records = readAll(lookup.send, {
			request,
			envelope: 'counting',
			atPage: pageIn.display,
			limit: MAX_NEWEST,
		});
		for await (const record of records) conversations.push(known(record));
		return conversations;
	});
}

function known({ id, inbox_id: inboxId, ticket_id: ticketId, subject, contact, custom_field_values: fields }: IDataObject): KnownConversation {
	const { name, email } = isObject(contact) ? contact : {};
	const customer = name || email ? `(${String(name || email)})` : '';
	const title = [ticketId === undefined ? '' : `#${String(ticketId)}`, String(subject ?? ''), customer].filter((part) => part !== '').join(' ');
	return {
		id: String(id),
		inboxId: isId(inboxId) ? String(inboxId) : undefined,
		title: title || String(id),
		customFieldKeys: isObject(fields) ? Object.keys(fields) : [],
	};
}

/**
 * The inbox in which a conversation is.
 *
 * @throws {InputError} where the answer does not say (contract, Fields not shown: the full view)
 */
export async function inboxOfConversation(lookup: Lookup, conversationId: unknown): Promise<string> {
	const request = requestTo('getConversation', { conversationId });
	const inboxId = await recall(lookup, question(conversationId), async () => inboxIdIn((await lookup.send(request)).body));
	if (isId(inboxId)) return String(inboxId);
	throw new InputError('The helpdesk does not say in which inbox the conversation is', 'Choose the tag by its ID.');
}

/** Conversations that pass by tell their inbox for nothing: what was listed before need not be asked for one by one. */
export function learnInboxes(lookup: Lookup, input: Input, outputs: INodeExecutionData[]): void {
	const learn = (conversationId: unknown, inboxId: unknown) => lookup.cache.learn(keyOf(lookup, question(conversationId)), inboxId);
	for (const { json } of outputs) {
		if ('ticket_id' in json && isId(json.inbox_id)) learn(json.id, json.inbox_id);
	}
	// It was moved there.
	if (input.conversationId && input.inboxId) learn(input.conversationId, input.inboxId);
}

function question(conversationId: unknown): string {
	return `inbox of ${String(conversationId)}`;
}
