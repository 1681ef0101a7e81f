import { IDataObject } from 'n8n-workflow';

import {
	ApiError,
	DroppedError,
	outcomeOf,
	InputError,
	isIdempotent,
	isObject,
	isReading,
	PageError,
	requestIdIn,
	ApiRequest,
	Outcome,
	HttpClient,
	Send,
	Transport,
} from '../../../transport';
import { Outputs } from '../operation';

/** A name that a receipt may contain. Others may be a person's text. */
const NAME = /^[\p{L}\p{N} _.:-]{1,64}$/u;

/** What an item has written, in all attempts. */
export class Ledger {
	/** Number of writes sent, throttled ones included. */
	attempts = 0;
	readonly changed = new Set<string>();
	requestId?: string;

	/**
	 * True if a write was applied, or a POST may have been (contract, Limits: Idempotency-Key). Other writes of unknown
	 * outcome can be repeated safely.
	 */
	mustNotResend = false;

	/** True if the outcome of a write is unknown. */
	mayHaveBeenApplied = false;

	unknownOutcome?: ApiError;

	/** The last write of this attempt. */
	last?: { request: Pick<ApiRequest, 'method' | 'path'>; applied: Outcome['applied']; at: number };

	/** Steps before the write, done once in all attempts. */
	readonly steps = new Map<string, Promise<unknown>>();

	receipt?: IDataObject;

	/** Outputs of the latest attempt. */
	outputs?: Outputs;

	/** @param forget called if no write was sent */
	constructor(readonly forget = () => {}) {}

	/** Copies the error, because items that share a look-up get the same one. */
	explain(error: unknown): unknown {
		if (!(error instanceof ApiError || error instanceof PageError || error instanceof InputError)) return error;
		const mayHaveBeenApplied = error.mayHaveBeenApplied || this.mustNotResend || this.mayHaveBeenApplied;
		return Object.create(error, { mayHaveBeenApplied: { value: mayHaveBeenApplied } });
	}
}

interface LedgerItem {
	ledger: Ledger;
	transport: Transport;
}

export async function recordedInLedger({ ledger, transport }: LedgerItem, request: ApiRequest, client: HttpClient) {
	if (isReading(request)) return await client(request);
	const { method, path, body } = request;
	const names = isObject(body) ? Object.keys(body) : [];
	for (const name of names) if (NAME.test(name)) ledger.changed.add(name);
	const last: Ledger['last'] = { request: { method, path }, applied: 'no', at: transport.clock.now() };
	ledger.last = last;
	const result = await client(request);
	const { applied } = outcomeOf(request, result);
	last.applied = applied;
	ledger.mayHaveBeenApplied ||= applied === 'maybe';
	ledger.mustNotResend ||= applied === 'yes' || (applied === 'maybe' && !isIdempotent(request));
	if (result.kind === 'answer' || applied !== 'no') ledger.attempts += 1;
	if (result.kind === 'answer') ledger.requestId = requestIdIn(result.answer.headers) ?? ledger.requestId;
	return result;
}

export function keptInLedger({ ledger }: LedgerItem, request: ApiRequest, next: Send) {
	return next(request).catch((error: unknown) => {
		if (error instanceof ApiError && error.mayHaveBeenApplied) ledger.unknownOutcome = error;
		throw error;
	});
}

/** Sends an item, or returns its earlier output or error if it must not be sent again. */
export function onceInAllTries({ ledger }: LedgerItem, next: () => Outputs): Outputs {
	const before = ledger.outputs;
	const again = async () => {
		await before?.catch(() => undefined);
		if (before && ledger.mustNotResend) return await before;
		ledger.last = undefined;
		return await next().catch((error: unknown) => {
			throw ledger.explain(error);
		});
	};
	const outputs = again();
	ledger.outputs = outputs;
	return outputs
		.catch((error: unknown) => {
			// Another item stopped this attempt, so the earlier error says more.
			throw before && error instanceof DroppedError && ledger.mustNotResend
				? (ledger.unknownOutcome ?? error)
				: error;
		})
		.finally(() => {
			if (
				ledger.outputs === outputs &&
				ledger.attempts === 0 &&
				!ledger.mayHaveBeenApplied &&
				ledger.steps.size === 0
			)
				ledger.forget();
		});
}
