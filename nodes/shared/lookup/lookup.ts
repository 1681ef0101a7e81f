import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../../contract/endpoints';
import { identified, PageSize, readAnyList, type Cache, type Credential, type Send, type Transport } from '../../../transport';
import { endpointOf, requestTo } from '../endpoint';

/** How long a run remembers what it looked up, in ms: an inbox's tags and a conversation's inbox change rarely. */
export const RUN_MAX_AGE_MS = 300_000;

/** How long a picker does, in ms: typing and opening a list again cost nothing, and what is new shows at once. */
export const PICKER_MAX_AGE_MS = 10_000;

/** Reads for the node's own sake, beside the requests that an operation is made of. */
export interface Lookup {
	send: Send;
	cache: Cache;
	/** Nothing is shared between accounts: the same inbox ID may mean another organization's. */
	account: string;
	/** The run's, which drops what waits. */
	signal?: AbortSignal;
	/** What is older is asked for again, in ms. */
	maxAgeMs: number;
}

export function lookupOf(transport: Transport, credential: Credential, own: Pick<Lookup, 'send' | 'signal' | 'maxAgeMs'>): Lookup {
	return { cache: transport.cache, account: credential.account, ...own };
}

/** The answer to a question such as `tags i1`, remembered or asked for. Rejects as `ask` does. */
export async function recall<T>(lookup: Lookup, question: string, ask: () => Promise<T>): Promise<T> {
	const { cache, maxAgeMs, signal } = lookup;
	return await cache.recall(keyOf(lookup, question), { maxAgeMs, signal }, ask);
}

/** What is known of the largest page of a listing; `most` is the page that is of use, where it is not 100. */
export async function pageSizeOf(lookup: Lookup, endpoint: string, most?: number): Promise<PageSize> {
	return await recall({ ...lookup, maxAgeMs: RUN_MAX_AGE_MS }, `page size of ${endpoint} ${String(most)}`, async () => new PageSize(most));
}

/** Under which name an account's answer is remembered. */
export function keyOf({ account }: Pick<Lookup, 'account'>, question: string): string {
	return `${account} ${question}`;
}

/** A list that is longer is not read on where a person chooses from it. */
export const MAX_PAGES_TO_CHOOSE_FROM = 10;

/**
 * The records of a listing, whatever its form, all of them unless `maxPages` is given.
 *
 * @param input what the path takes, by the camelCase name
 * @throws {PageError} where the listing cannot be read, or a record has no ID
 */
export async function rowsOf(
	{ send }: Pick<Lookup, 'send'>,
	operationId: OperationId,
	input: Record<string, unknown> = {},
	maxPages?: number,
): Promise<IDataObject[]> {
	const plain = !endpointOf({ operationId })!.paged;
	const rows: IDataObject[] = [];
	for await (const row of readAnyList(send, { request: requestTo(operationId, input), limit: Infinity, plain, maxPages }))
		rows.push(identified(row));
	return rows;
}
