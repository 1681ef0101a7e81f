import type { IDataObject } from 'n8n-workflow';

import { isObject, pageIn, pathSegment, readAll } from '../../../transport';
import { isId, recall, type Lookup } from './lookup';
import { rowsAt } from './rows';

/** One page of the inbox: what fits in one request (specification, Limits: per-page, maximum 100). */
const MOST_NEWEST = 100;

/** Of a conversation, what pickers show. */
export interface KnownConversation {
	id: string;
	inboxId?: string;
	/** "#42 Where is my order": found by subject and by ticket number. */
	title: string;
	customFieldKeys: string[];
}

/** At most the five most recently active of the token's owner (specification, GET /conversations/mine). */
export async function myConversations(lookup: Lookup): Promise<KnownConversation[]> {
	return await recall(lookup, 'my conversations', async () => {
		const mine = await rowsAt(lookup, '/conversations/mine', { plain: true });
		return mine.map(known);
	});
}

/** The newest 100 of an inbox, in one request. */
export async function newestConversations(lookup: Lookup, inboxId: string): Promise<KnownConversation[]> {
	const path = `/inboxes/${pathSegment(inboxId, 'Inbox')}`;
	return await recall(lookup, `newest of ${inboxId}`, async () => {
		const conversations: KnownConversation[] = [];
		const records = readAll(lookup.send, {
			request: { method: 'POST', path, body: { display: { sort: 'newest' } }, readOnly: true },
			envelope: 'counting',
			atPage: pageIn.display,
			limit: MOST_NEWEST,
		});
		for await (const record of records) conversations.push(known(record));
		return conversations;
	});
}

function known({ id, inbox_id: inboxId, ticket_id: ticketId, subject, custom_field_values: fields }: IDataObject): KnownConversation {
	const title = [ticketId === undefined ? '' : `#${String(ticketId)}`, String(subject ?? '')].join(' ').trim();
	return {
		id: String(id),
		inboxId: isId(inboxId) ? String(inboxId) : undefined,
		title: title || String(id),
		customFieldKeys: isObject(fields) ? Object.keys(fields) : [],
	};
}
