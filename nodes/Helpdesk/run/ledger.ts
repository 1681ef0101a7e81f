import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	ApiError,
	DroppedError,
	outcomeOf,
	InputError,
	isObject,
	isReading,
	kindOf,
	PageError,
	requestIdIn,
	type Answer,
	type ApiRequest,
	type Credential,
	type Outcome,
	type Send,
	type HttpClient,
} from '../../../transport';

/** Longer names of fields, or such with other signs, may be a text that somebody wrote. */
const NAME = /^[\p{L}\p{N} _.:-]{1,64}$/u;

/** What an item has written, by what went over HTTP, in all tries of Retry On Fail: never a value. */
export class Ledger {
	/** How often a write left n8n, throttled attempts included. */
	attempts = 0;
	/** The names of the fields that were sent. */
	readonly changed = new Set<string>();
	/** To quote to the helpdesk's support, of the last answer that shows one. */
	requestId?: string;

	/**
	 * True once the item has written, or has sent a POST with an unknown outcome: it must not be sent again
	 * (contract, Limits: Idempotency-Key headers are not honored). Other writes with an unknown outcome may
	 * be: applied twice they change nothing more.
	 */
	mustNotResend = false;

	/** True once a write may have been applied: no later refusal settles that. */
	mayHaveBeenApplied = false;

	/** How the last request with an unknown outcome ended. */
	open?: ApiError;

	/** What became of the last attempt of this try; undefined while nothing was sent. */
	last?: { request: Pick<ApiRequest, 'method' | 'path'>; applied: Outcome['applied']; at: number };

	/** What was done for a write before it: each step once in all tries. */
	readonly steps = new Map<string, Promise<unknown>>();

	/** The receipt of the last failure, where one is wanted. */
	receipt?: IDataObject;

	/** What the latest try gives. */
	outcome?: Promise<INodeExecutionData[]>;

	/** @param forget called if the item may as well not have begun */
	constructor(readonly forget = () => {}) {}

	/** The same client, kept account of. */
	over(client: HttpClient, credential: Credential, now: () => number): HttpClient {
		return async (request) => {
			if (isReading(request)) return await client(request);
			const { method, path, body, encoded } = request;
			const fields = encoded ? encoded.fields : body;
			const names = isObject(fields) ? Object.keys(fields) : [];
			for (const name of names) if (NAME.test(name)) this.changed.add(name);
			this.last = { request: { method, path }, applied: 'no', at: now() };
			// n8n itself may refuse to send it.
			const result = await client(request);
			const { applied } = outcomeOf(request, result);
			this.last.applied = applied;
			this.mayHaveBeenApplied ||= applied === 'maybe';
			this.mustNotResend ||= applied === 'yes' || (applied === 'maybe' && kindOf(request) === 'once');
			if (result.kind === 'answer' || applied !== 'no') this.attempts += 1;
			if (result.kind === 'answer') this.requestId = requestIdIn(result.answer, credential) ?? this.requestId;
			return result;
		};
	}

	/**
	 * A failure as this item's own: one of a look-up is shared by all items that waited for it, and does not undo what
	 * this one had written before.
	 */
	explain(error: unknown): unknown {
		if (!(error instanceof ApiError || error instanceof PageError || error instanceof InputError)) return error;
		const mayHaveBeenApplied = error.mayHaveBeenApplied || this.mustNotResend || this.mayHaveBeenApplied;
		return Object.create(error, { mayHaveBeenApplied: { value: mayHaveBeenApplied } });
	}
}

/** Keeps the failure of a request that may have been applied. */
export async function keptInLedger({ ledger }: { ledger: Ledger }, request: ApiRequest, next: Send): Promise<Answer> {
	return await next(request).catch((error: unknown) => {
		if (error instanceof ApiError && error.mayHaveBeenApplied) ledger.open = error;
		throw error;
	});
}

/**
 * Retry On Fail starts the whole node anew, with the items that were sent before. An item that has written gives the output of
 * its earlier try; one whose POST may have been applied gives the error of that try; neither sends a request. All other items
 * run anew, reads too.
 */
export async function onceInAllTries({ ledger }: { ledger: Ledger }, next: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
	const before = ledger.outcome;
	const again = async () => {
		await before?.catch(() => undefined);
		if (ledger.mustNotResend) return await before!;
		ledger.last = undefined;
		return await next();
	};
	const outcome = again();
	ledger.outcome = outcome;
	return await outcome
		.catch((error: unknown) => {
			// An item that was dropped on its way to another sending, as another one stopped the run, tells what its sending before left open.
			throw before && error instanceof DroppedError && ledger.mustNotResend ? (ledger.open ?? error) : error;
		})
		.finally(() => {
			if (ledger.outcome === outcome && ledger.attempts === 0 && !ledger.mayHaveBeenApplied && ledger.steps.size === 0) ledger.forget();
		});
}
