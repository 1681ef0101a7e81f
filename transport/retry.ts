import { outcomeOf, isReading, isRetried, kindOf } from './outcomes';
import type { ApiRequest, AttemptResult } from './request';

/** Maximum number of attempts, the first one included, but not throttled ones. */
export const MAX_ATTEMPTS = 4;

/** Maximum number of throttled attempts. Each waits for the window, so a request ends within minutes. */
export const MAX_THROTTLED = 10;

export interface History {
	/** Attempts that were not throttled. */
	attempts: number;
	throttled: number;
	/** An earlier attempt may have been applied. */
	mayHaveBeenApplied: boolean;
}

type NextStep =
	| { retry: true; afterMs: number; pauseQueue: boolean; mayHaveBeenApplied: boolean }
	| { retry: false; done: boolean; mayHaveBeenApplied: boolean };

/**
 * Decides whether a request is retried, by the table of outcomes:
 *
 * 1. Only a success ends well: a 404 or 409 for a retry does not show whether the first attempt was applied.
 * 2. A 429 pauses the whole queue for Retry-After (contract, Limits).
 * 3. A write with a deadline (`sentBy`) is not retried once it may have been applied; the caller reads again first.
 *
 * @param random from 0 to 1, for the jitter
 */
export function nextStep(request: ApiRequest, result: AttemptResult, history: History, random: number): NextStep {
	const outcome = outcomeOf(request, result);
	if (outcome.applied === 'yes') return { retry: false, done: true, mayHaveBeenApplied: true };

	const mayHaveBeenApplied = history.mayHaveBeenApplied || (outcome.applied === 'maybe' && !isReading(request));
	const stop: NextStep = { retry: false, done: false, mayHaveBeenApplied };
	if (!isRetried(outcome, kindOf(request)) || (mayHaveBeenApplied && request.sentBy !== undefined)) return stop;

	if (result.kind === 'answer' && result.answer.status === 429) {
		if (history.throttled + 1 >= MAX_THROTTLED) return stop;
		return {
			retry: true,
			afterMs: retryAfterMs(result.answer.headers['retry-after']),
			pauseQueue: true,
			mayHaveBeenApplied,
		};
	}
	if (history.attempts + 1 >= MAX_ATTEMPTS) return stop;
	return { retry: true, afterMs: backoffMs(history.attempts + 1, random), pauseQueue: false, mayHaveBeenApplied };
}

/** The pause without a usable Retry-After: one window. */
const FALLBACK_RETRY_AFTER_MS = 60_000;

/** The window is one minute, so longer values are wrong. */
const MAX_RETRY_AFTER_MS = 120_000;

const FIRST_BACKOFF_MS = 500;

/** Reads `Retry-After` (contract, Limits: seconds to wait) as ms; 0 is valid. */
export function retryAfterMs(header = ''): number {
	const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : FALLBACK_RETRY_AFTER_MS;
	return Math.min(ms, MAX_RETRY_AFTER_MS);
}

/** Returns the delay in ms before a retry (from 1). It doubles, with jitter so that items do not retry at once. */
export function backoffMs(retry: number, random: number): number {
	const ceiling = FIRST_BACKOFF_MS * 2 ** (retry - 1);
	return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
