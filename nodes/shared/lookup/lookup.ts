import {
	readAnyList,
	Cache,
	Credential,
	Send,
	Transport,
	ApiError,
	InputError,
	LateError,
	PageError,
	identified,
} from '../../../transport';
import { OperationId, endpointOf, requestTo } from '../endpoint';

/** For tags and inboxes, which rarely change. */
export const RUN_MAX_AGE_MS = 300_000;

/** For the editor, and for names that are missing in an older list. */
export const FRESH_MAX_AGE_MS = 10_000;

export interface Lookup {
	send: Send;
	cache: Cache;
	/** Part of the cache key, because accounts share nothing. */
	account: string;
	signal?: AbortSignal;
	/** Whether inboxes and teammates may be given by name. It costs a request. */
	byName?: boolean;
	now: () => number;
	maxAgeMs: number;
}

export function lookupOf(
	transport: Transport,
	credential: Credential,
	own: Pick<Lookup, 'send' | 'signal' | 'maxAgeMs' | 'byName'>,
): Lookup {
	return { cache: transport.cache, account: credential.account, now: () => transport.clock.now(), ...own };
}

/** Asks a question such as `tags of i1`, or returns its cached answer. */
export function recall<T>(lookup: Lookup, question: string, ask: () => Promise<T>) {
	const { cache, maxAgeMs, signal } = lookup;
	return cache.recall(keyOf(lookup, question), { maxAgeMs, signal }, ask);
}

export function keyOf({ account }: Lookup, question: string) {
	return `${account} ${question}`;
}

export const MAX_PAGES_TO_CHOOSE_FROM = 10;

/** Reads a whole list. Throws {PageError} for an unknown form or a record without ID. */
export async function rowsOf(
	{ send }: Lookup,
	operationId: OperationId,
	input: Record<string, unknown> = {},
	maxPages?: number,
) {
	const plain = !endpointOf({ operationId })!.paged;
	const listing = { request: requestTo(operationId, input), limit: Infinity, plain, maxPages };
	const rows = await collected(readAnyList(send, listing));
	return rows.map((row) => identified(row));
}

export async function collected<T>(stream: AsyncIterable<T>) {
	const list: T[] = [];
	for await (const each of stream) list.push(each);
	return list;
}

/** The list does not exist, or the token lacks the scope (contract, Authentication). */
const REFUSED = [400, 403, 404, 405, 410, 422, 501];

/** Returns an empty list if the helpdesk refuses it: users can type an ID. */
export async function emptyIfRefused<T>(list: Promise<T[]>) {
	return (await undefinedIfRefused(list)) ?? [];
}

/** Returns a cached list; undefined if the helpdesk refuses it. */
export async function ifListed<T>(lookup: Lookup, question: string, ask: () => Promise<T[]>) {
	const { list } = await recall(lookup, question, async () => ({ list: await undefinedIfRefused(ask()) }));
	return list;
}

/** Reads fresh lists if a name is unknown, because it may be new. */
export async function askTwice<T>(lookup: Lookup, ask: (from: Lookup) => Promise<T>) {
	return await ask(lookup).catch((error: unknown) => {
		if (!(error instanceof InputError) || error instanceof LateError) throw error;
		return ask({ ...lookup, maxAgeMs: FRESH_MAX_AGE_MS });
	});
}

export async function undefinedIfRefused<T>(answer: Promise<T>) {
	return await answer.catch((error: unknown) => {
		if (isRefusal(error)) return undefined;
		throw error;
	});
}

export function isRefusal(error: unknown) {
	if (error instanceof LateError) return false;
	const isRefused = error instanceof ApiError && !error.outcome.isInFront && REFUSED.includes(error.status ?? 0);
	return isRefused || error instanceof PageError || error instanceof InputError;
}
