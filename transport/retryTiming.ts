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
	const ms = askedMs(header, now);
	if (Number.isNaN(ms)) return FALLBACK_RETRY_AFTER_MS;
	return Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/** As the header says it, in ms; NaN for none, or for what cannot be read. */
function askedMs(header: string | undefined, now: number): number {
	const text = header?.trim() ?? '';
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : / GMT$/.test(text) ? Date.parse(text) - now : NaN;
}

/** What is asked for, however long, in words for a person: "60 minutes". Where it is nothing, unreadable or years, one window. */
export function retryAfterWords({ 'retry-after': header, date }: Record<string, string | undefined>, now: number): string {
	const minutes = Math.ceil(askedMs(header, Date.parse(date ?? '') || now) / 60_000);
	const hours = Math.ceil(minutes / 60);
	if (!(minutes > 1) || hours > 24 * 365) return 'a minute';
	if (minutes <= 90) return `${minutes} minutes`;
	return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
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
