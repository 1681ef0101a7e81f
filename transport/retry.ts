import { backoffMs, retryAfterMs } from './retryTiming';
import type { Answer, ApiRequest, Outcome } from './request';

/** Attempts after network failures and 5xx, the first one included. */
const MOST_ATTEMPTS = 4;

/** Attempts that were only throttled: each waits for the window, so this bounds a request to minutes. */
const MOST_THROTTLED = 10;

const REPEATABLE_STATUSES = new Set([500, 502, 503, 504]);

export interface History {
	/** Attempts that were answered or failed, throttled ones excluded. */
	attempts: number;
	throttled: number;
	/** An earlier attempt may have been applied. */
	mayHaveBeenApplied: boolean;
}

/** Why nothing is sent again, or when. */
export type NextStep =
	| { again: true; afterMs: number; pauseQueue: boolean }
	| { again: false; done: boolean; mayHaveBeenApplied: boolean };

/**
 * The one place where it is decided whether a request is sent again, in order:
 *
 * 1. A success is done; a web page with a success status is none.
 * 2. 429: not applied, so any method is sent again after Retry-After, which holds the whole queue
 *    (specification, Limits).
 * 3. A 404 or 409 that answers the repeat of a DELETE or a restore is done: the first attempt did it.
 * 4. No connection was made: not applied, so any method is sent again.
 * 5. A POST that writes is not: it may have been applied, and Idempotency-Key headers are not honored
 *    (specification, Limits).
 * 6. Everything else is repeated after a network failure, 500, 502, 503, 504 and a web page.
 *
 * @param history what came before this outcome
 * @param random 0 up to 1, for the jitter
 */
export function nextStep(
	request: ApiRequest,
	outcome: Outcome,
	history: History,
	now: number,
	random: number,
): NextStep {
	const status = outcome.kind === 'answer' ? outcome.answer.status : 0;
	if (outcome.kind === 'answer' && isSuccess(request, outcome.answer)) {
		return { again: false, done: true, mayHaveBeenApplied: true };
	}

	if (outcome.kind === 'answer' && status === 429) {
		if (history.throttled + 1 >= MOST_THROTTLED) return stop(history.mayHaveBeenApplied);
		const afterMs = retryAfterMs(outcome.answer.headers['retry-after'], now);
		return { again: true, afterMs, pauseQueue: true };
	}
	if (history.mayHaveBeenApplied && removes(request) && (status === 404 || status === 409)) {
		return { again: false, done: true, mayHaveBeenApplied: true };
	}
	const failedOnTheWay = outcome.kind === 'noAnswer' || isOk(status) || REPEATABLE_STATUSES.has(status);
	const mayHaveBeenApplied = history.mayHaveBeenApplied || mayApply(request, outcome);
	if (!failedOnTheWay || history.attempts + 1 >= MOST_ATTEMPTS) return stop(mayHaveBeenApplied);
	if (mayHaveBeenApplied && request.method === 'POST') return stop(true);
	return { again: true, afterMs: backoffMs(history.attempts + 1, random), pauseQueue: false };
}

/** True when this outcome leaves open whether the request changed something. */
export function mayApply(request: ApiRequest, outcome: Outcome): boolean {
	if (isReading(request)) return false;
	if (outcome.kind === 'noAnswer') return outcome.sent;
	return outcome.answer.status >= 500 || isOk(outcome.answer.status);
}

/** True for a request that changes nothing. */
export function isReading(request: ApiRequest): boolean {
	return request.method === 'GET' || request.method === 'HEAD' || request.readOnly === true;
}

/** Text where JSON was asked for is a proxy's or a maintenance page (specification, Wire format). */
function isSuccess(request: ApiRequest, { status, body }: Answer): boolean {
	return isOk(status) && (request.download === true || typeof body !== 'string' || body === '');
}

function isOk(status: number): boolean {
	return status >= 200 && status < 300;
}

function removes(request: ApiRequest): boolean {
	return request.method === 'DELETE' || request.path.endsWith('/restore');
}

function stop(mayHaveBeenApplied: boolean): NextStep {
	return { again: false, done: false, mayHaveBeenApplied };
}
