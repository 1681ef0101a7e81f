import { outcomeOf, isReading, isRetried } from './outcomes';
import { Answer, ApiRequest, AttemptResult } from './request';

/** Maximum number of attempts, including the first, without throttled ones. */
export const MAX_ATTEMPTS = 4;

/** Maximum number of attempts with a 429, or a 5xx with Retry-After. Their pauses take minutes at most. */
export const MAX_THROTTLED = 10;

export interface History {
	attempts: number;
	throttled: number;
	mayHaveBeenApplied: boolean;
	/** Somebody waits, so only a 429 pauses the request. */
	isUrgent?: boolean;
}

export type NextStep =
	| { retry: true; afterMs: number; pauseQueue: boolean; mayHaveBeenApplied: boolean }
	| { retry: false; done: boolean; mayHaveBeenApplied: boolean };

/**
 * Decides on a retry, by the table of outcomes. A 429 pauses the whole queue (contract, Limits), a 5xx with Retry-After
 * only bulk work. A write with a deadline is not retried once it may have been applied: the caller reads again first.
 *
 * @param random from 0 to 1, for the jitter
 */
export function nextStep(request: ApiRequest, result: AttemptResult, history: History, random: number): NextStep {
	const outcome = outcomeOf(request, result);
	if (outcome.applied === 'yes') return { retry: false, done: true, mayHaveBeenApplied: true };

	const mayHaveBeenApplied = history.mayHaveBeenApplied || (outcome.applied === 'maybe' && !isReading(request));
	const stop: NextStep = { retry: false, done: false, mayHaveBeenApplied };
	if (!isRetried(outcome, request) || (mayHaveBeenApplied && request.sendBefore !== undefined)) return stop;

	if (result.kind === 'answer' && (result.answer.status === 429 || (!history.isUrgent && downMs(result)))) {
		if (history.throttled + 1 >= MAX_THROTTLED) return stop;
		return { retry: true, afterMs: retryAfterMs(result.answer.headers), pauseQueue: true, mayHaveBeenApplied };
	}
	if (history.attempts + 1 >= MAX_ATTEMPTS) return stop;
	return { retry: true, afterMs: backoffMs(history.attempts + 1, random), pauseQueue: false, mayHaveBeenApplied };
}

const FALLBACK_RETRY_AFTER_MS = 60_000;

/** The window is one minute, so longer values are wrong. */
const MAX_RETRY_AFTER_MS = 120_000;

const FIRST_BACKOFF_MS = 500;

/** Returns `Retry-After` in ms. The header contains seconds (contract, Limits). */
export function retryAfterMs({ 'retry-after': header = '' }: Answer['headers']) {
	const isInSeconds = /^\s*\d+(\.\d+)?\s*$/.test(header);
	return isInSeconds ? Math.min(Number(header) * 1000, MAX_RETRY_AFTER_MS) : FALLBACK_RETRY_AFTER_MS;
}

/** Returns Retry-After of a helpdesk that is unavailable, in ms; 0 if it is available; undefined if that is unknown. */
export function downMs(result: AttemptResult) {
	if (result.kind === 'noAnswer' || result.answer.status === 429) return undefined;
	const { status, headers } = result.answer;
	if (status < 500) return 0;
	return headers['retry-after'] === undefined ? undefined : Math.max(1, retryAfterMs(headers));
}

/** Returns the delay in ms before a retry (1 for the first). It doubles, with jitter. */
export function backoffMs(retry: number, random: number) {
	const ceiling = FIRST_BACKOFF_MS * 2 ** (retry - 1);
	return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
