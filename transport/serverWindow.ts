/** The minute over which the helpdesk counts requests, in ms (contract, Limits). */
export const WINDOW_MS = 60_000;

/** Maximum requests in flight if none was sent for a minute, until the first answer or for `FINDING_OUT_MS`. */
const FIRST_IN_FLIGHT = 2;
const FINDING_OUT_MS = 3_000;

/** If processes share the limit, each has at most an eighth of the remaining requests in flight. */
const PART_OF_SHARED = 8;

const SHARING_LASTS_MS = 2 * WINDOW_MS;

/** An answer's limit applies for `WINDOW_MS` plus this time. */
const LIMIT_OUTLASTS_MS = 10_000;

/** Added to Retry-After, which may be rounded down to whole seconds. */
const ROUNDING_MS = 1_000;

export interface ServerCount {
	limit: number;
	remaining: number;
}

/** The server's window as its answers show it: limit, pause, and whether other clients share the address. */
export class ServerWindow {
	private shownLimit = Infinity;
	private remaining?: number;
	/** End (ms) of the use of a count: after one window, because servers may show counts only on a 429. */
	private countHoldsUntil = 0;
	/** Start (ms) of the server's window, if seen. */
	private windowSince = -Infinity;
	private sharedUntil = 0;
	private lastSignAt = -Infinity;
	private findingOutUntil = 0;
	pauseEndsAt = 0;

	sent(now: number) {
		if (this.isSilent(now)) this.findingOutUntil = now + FINDING_OUT_MS;
		this.lastSignAt = now;
	}

	answered(now: number, own: number, count?: ServerCount, pauseMs?: number) {
		this.findingOutUntil = 0;
		this.lastSignAt = now;
		if (count) {
			this.shownLimit = count.limit;
			// Answers may overtake each other, so only a large rise of `remaining` shows a new window.
			if (count.remaining > (this.remaining ?? 0) + count.limit / 10) this.windowSince = now;
			this.remaining = pauseMs === undefined ? count.remaining : undefined;
			this.countHoldsUntil = now + WINDOW_MS;
		}
		if (pauseMs !== undefined || (count && count.limit - count.remaining > own))
			this.sharedUntil = now + SHARING_LASTS_MS;
		if (pauseMs !== undefined) this.pauseEndsAt = Math.max(this.pauseEndsAt, now + pauseMs + ROUNDING_MS);
	}

	limit(now: number) {
		return now < this.countHoldsUntil + LIMIT_OUTLASTS_MS ? this.shownLimit : Infinity;
	}

	/** Returns whether other clients leave more than `kept` slots. Fewer are kept towards the window's end. */
	leaves(kept: number, now: number) {
		if (kept === 0 || now >= this.sharedUntil || this.remaining === undefined) return true;
		return this.remaining > kept * (1 - (now - this.windowSince) / WINDOW_MS);
	}

	/** If other clients share the limit, the maximum falls with the remaining requests. */
	mostInFlight(now: number) {
		if (this.isSilent(now) || now < this.findingOutUntil) return FIRST_IN_FLIGHT;
		if (now >= this.sharedUntil) return Infinity;
		if (this.remaining === undefined || now >= this.countHoldsUntil) return FIRST_IN_FLIGHT;
		return Math.max(1, Math.floor(this.remaining / PART_OF_SHARED));
	}

	private isSilent(now: number) {
		return now >= this.lastSignAt + WINDOW_MS;
	}
}
