import type { IDataObject } from 'n8n-workflow';

import { isObject, PageError, readPage, recordIn, type ApiRequest, type Send } from '../../../transport';
import { emptyIfRefused } from '../../shared/emptyIfRefused';
import { requestTo } from '../../shared/endpoint';
import { readThread } from '../../shared/thread';
import type { PageRead, PageRequest } from '../core/protocol';
import { timesOf } from '../core/times';

/**
 * Reads one page: of an inbox (contract, Filter body) or of the organization's contacts.
 *
 * @param body filter and order of a page of conversations
 * @throws {PageError} where the page lacks what every record must have: half-read it would lose events
 */
export async function fetchPage(send: Send, body: IDataObject, request: PageRequest): Promise<PageRead> {
	const answer = await send(apiRequest(body, request));
	if (request.conversationId !== undefined) return oneOf(answer.body, answer.headers.date);
	const { records, lastPage, perPage = inferredSize(request, records.length, lastPage) } = readPage(answer.body, 'counting', request.page);
	for (const record of records) check(record, request.inboxId !== undefined);
	return { records, lastPage, perPage, ...timeIn(answer.headers.date) };
}

/** Reads the entries of a conversation's thread as one page, however many they came on. One that is refused, or has a form that is not known, has none. */
export async function fetchThread(send: Send, { conversationId }: PageRequest): Promise<PageRead> {
	const rows = await emptyIfRefused(readThread(send, { conversationId }, true).then((thread) => thread.rows));
	return { records: rows.every(isObject) ? rows : [], lastPage: 1, perPage: 1 };
}

/** One conversation as a page of its own. */
function oneOf(body: unknown, date: string | undefined): PageRead {
	const record = recordIn(body);
	check(record, true);
	return { records: [record], lastPage: 1, perPage: 1, ...timeIn(date) };
}

function timeIn(date: string | undefined): Pick<PageRead, 'serverTime'> {
	const serverTime = Date.parse(String(date));
	return Number.isNaN(serverTime) ? {} : { serverTime };
}

/** Where the server does not tell its page size: a page that others follow is full. */
function inferredSize({ page, perPage }: PageRequest, count: number, lastPage: number): number {
	return page < lastPage && count > 0 ? count : perPage;
}

function apiRequest(body: IDataObject, { inboxId, page, perPage, conversationId }: PageRequest): ApiRequest {
	if (conversationId !== undefined) return requestTo('getConversation', { conversationId });
	if (inboxId === undefined) return { ...requestTo('listContacts'), query: { page, per_page: perPage, with_orphan: true } };
	const display = { ...(body.display as IDataObject), page, per_page: perPage };
	return { ...requestTo('filterConversations', { inboxId }), body: { ...body, display } };
}

function check(record: IDataObject, isConversation: boolean): void {
	if (typeof record.id !== 'string' && typeof record.id !== 'number') throw new PageError('a record came without an ID');
	if (isConversation && Number.isNaN(timesOf(record).created)) throw new PageError('a conversation came without a time in "created_at"');
}
