import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../../contract/endpoints';
import {
	identified,
	PageSize,
	readAnyList,
	type Cache,
	type Credential,
	type Send,
	type Transport,
	ApiError,
	InputError,
	PageError,
} from '../../../transport';
import { endpointOf, requestTo } from '../endpoint';

/** Tags of an inbox, and inboxes of conversations, rarely change. */
export const RUN_MAX_AGE_MS = 300_000;

/** For lists in the editor, and where a new record must show: typing sends no requests. */
export const FRESH_MAX_AGE_MS = 10_000;

/** Reads beside an operation's own requests. Answers are cached. */
export interface Lookup {
	send: Send;
	cache: Cache;
	/** Accounts share nothing. */
	account: string;
	signal?: AbortSignal;
	now: () => number;
	maxAgeMs: number;
}

export function lookupOf(transport: Transport, credential: Credential, own: Pick<Lookup, 'send' | 'signal' | 'maxAgeMs'>): Lookup {
	return { cache: transport.cache, account: credential.account, now: () => transport.clock.now(), ...own };
}

/** Returns the cached answer to a question such as `tags i1`, or asks. */
export async function recall<T>(lookup: Lookup, question: string, ask: () => Promise<T>): Promise<T> {
	const { cache, maxAgeMs, signal } = lookup;
	return await cache.recall(keyOf(lookup, question), { maxAgeMs, signal }, ask);
}

/** The page sizes that a listing accepts, up to `most` (100 by default). */
export async function pageSizeOf(lookup: Lookup, endpoint: string, most?: number): Promise<PageSize> {
	return await recall({ ...lookup, maxAgeMs: RUN_MAX_AGE_MS }, `page size of ${endpoint} ${String(most)}`, async () => new PageSize(most));
}

export function keyOf({ account }: Pick<Lookup, 'account'>, question: string): string {
	return `${account} ${question}`;
}

export const MAX_PAGES_TO_CHOOSE_FROM = 10;

/** Throws {PageError} if a listing of unknown form cannot be read, or a record has no ID. */
export async function rowsOf(
	{ send }: Pick<Lookup, 'send'>,
	operationId: OperationId,
	input: Record<string, unknown> = {},
	maxPages?: number,
): Promise<IDataObject[]> {
	const plain = !endpointOf({ operationId })!.paged;
	const rows = await listOf(readAnyList(send, { request: requestTo(operationId, input), limit: Infinity, plain, maxPages }));
	return rows.map((row) => identified(row));
}

export async function listOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const each of stream) list.push(each);
	return list;
}

/** The helpdesk has no such list, or the token lacks the scope (contract, Authentication). */
const REFUSED = [400, 403, 404, 405, 410, 422, 501];

/** An ID can always be entered. Rejects if the helpdesk could not be asked. */
export async function emptyIfRefused<T>(list: Promise<T[]>): Promise<T[]> {
	return await list.catch((error: unknown) => {
		const isRefusal = error instanceof ApiError && !error.outcome.isInFront && REFUSED.includes(error.status ?? 0);
		if (isRefusal || error instanceof PageError || error instanceof InputError) return [];
		throw error;
	});
}
