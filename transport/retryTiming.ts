/** What is waited after a 429 without a usable Retry-After: one whole window is always enough. */
const FALLBACK_RETRY_AFTER_MS = 60_000;

/** No server of this API asks for more than its one-minute window; twice that is the bound for absurd values. */
const MAX_RETRY_AFTER_MS = 120_000;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;

/**
 * Parses `Retry-After` (contract, Limits: seconds to wait; an HTTP date is understood too).
 *
 * @param now ms since the epoch, for a date; by the server's own clock where its answer tells the time
 * @returns ms to wait from now: 0 is valid, an absent or unreadable value gives one window,
 * an absurd one is bounded by two
 */
export function retryAfterMs(header: string | undefined, now: number): number {
	const text = header?.trim() ?? '';
	const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : / GMT$/.test(text) ? Date.parse(text) - now : NaN;
	if (Number.isNaN(ms)) return FALLBACK_RETRY_AFTER_MS;
	return Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
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
