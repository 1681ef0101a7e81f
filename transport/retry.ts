import { outcomeOf, isReading, isRetried, kindOf } from './outcomes';
import type { ApiRequest, AttemptResult } from './request';

/** Attempts after network failures and 5xx, the first one included. */
export const MAX_ATTEMPTS = 4;

/** Attempts that were only throttled: each waits for the window, so this bounds a request to minutes. */
export const MAX_THROTTLED = 10;

export interface History {
	/** Attempts that were answered or failed, throttled ones excluded. */
	attempts: number;
	throttled: number;
	/** An earlier attempt may have been applied. */
	mayHaveBeenApplied: boolean;
}

/** Whether there is another attempt, and when. */
export type NextStep =
	{ retry: true; afterMs: number; pauseQueue: boolean; mayHaveBeenApplied: boolean } | { retry: false; done: boolean; mayHaveBeenApplied: boolean };

/**
 * The one place where it is decided whether a request is retried, by the table in `outcomes`:
 *
 * 1. A success is done. Nothing else is: a 404 or 409 to a retry may mean that the first attempt did it,
 *    or that it could not be done at all.
 * 2. What is not retried for this kind of request ends it, and so does the last attempt.
 * 3. 429 waits for Retry-After, which holds the whole queue (contract, Limits).
 * 4. What goes by something that was read (`sentBy`) ends where it may have been applied: who read it looks again first.
 *
 * @param history what came before this result
 * @param random 0 up to 1, for the jitter
 */
export function nextStep(request: ApiRequest, result: AttemptResult, history: History, random: number): NextStep {
	const outcome = outcomeOf(request, result);
	if (outcome.applied === 'yes') return { retry: false, done: true, mayHaveBeenApplied: true };

	const mayHaveBeenApplied = history.mayHaveBeenApplied || (outcome.applied === 'maybe' && !isReading(request));
	const stop: NextStep = { retry: false, done: false, mayHaveBeenApplied };
	if (!isRetried(outcome, kindOf(request)) || (mayHaveBeenApplied && request.sentBy !== undefined)) return stop;

	if (result.kind === 'answer' && result.answer.status === 429) {
		if (history.throttled + 1 >= MAX_THROTTLED) return stop;
		return { retry: true, afterMs: retryAfterMs(result.answer.headers['retry-after']), pauseQueue: true, mayHaveBeenApplied };
	}
	if (history.attempts + 1 >= MAX_ATTEMPTS) return stop;
	return { retry: true, afterMs: backoffMs(history.attempts + 1, random), pauseQueue: false, mayHaveBeenApplied };
}

/** What is waited after a 429 without a usable Retry-After: one whole window is always enough. */
const FALLBACK_RETRY_AFTER_MS = 60_000;

/** No server of this API asks for more than its one-minute window; twice that is the bound for absurd values. */
const MAX_RETRY_AFTER_MS = 120_000;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;

/** Reads `Retry-After` (contract, Limits: seconds to wait) as ms: 0 is valid, what cannot be read gives one window, what is absurd two. */
export function retryAfterMs(header = ''): number {
	const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : FALLBACK_RETRY_AFTER_MS;
	return Math.min(ms, MAX_RETRY_AFTER_MS);
}

/**
 * The wait before retry number `retry` (1 is the first), in ms: doubling, bounded, and half of it
 * random (equal jitter), so that the items of one run do not all come back at the same moment.
 *
 * @param random a number from 0 up to 1
 */
export function backoffMs(retry: number, random: number): number {
	const ceiling = Math.min(FIRST_BACKOFF_MS * 2 ** (retry - 1), MAX_BACKOFF_MS);
	return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
