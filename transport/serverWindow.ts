/** The minute over which the helpdesk counts requests, in ms (contract, Limits). */
export const WINDOW_MS = 60_000;

/** Requests in flight until an answer shows the server's count, or until this time has passed (ms). */
const FIRST_IN_FLIGHT = 2;
const FINDING_OUT_MS = 3_000;

/** Each of several processes has at most this part (1/8) of the server's remaining requests in flight. */
const PART_OF_SHARED = 8;

/** In ms after the last sign of other clients. */
const SHARING_LASTS_MS = 2 * WINDOW_MS;

/** `Retry-After` is in whole seconds, rounded either way. */
const ROUNDING_MS = 1_000;

/** The wait if the window is still closed after a pause, in ms. It doubles: the waits of one request together outlast a window. */
const FIRST_REFUSAL_MS = 250;
const MAX_REFUSAL_MS = 20_000;

export interface ServerCount {
	limit: number;
	remaining: number;
}

interface ServerAnswer {
	now: number;
	sentAt: number;
	/** The most requests of this process that can be in the server's count. */
	own: number;
	count?: ServerCount;
	/** From a 429: its Retry-After. */
	pauseMs?: number;
}

/** The server's own window, from its answers: its limit, its pause, and whether other clients share the address. */
export class ServerWindow {
	private shownLimit = Infinity;
	/** A refusal shows nothing of the window after it. */
	private remaining?: number;
	/** Limit and remaining count for one window: some servers show them on a 429 only. */
	private countHoldsUntil = 0;
	private sharedUntil = 0;
	private lastSignAt = -Infinity;
	private findingOutUntil = 0;
	private refusedAt = -Infinity;
	private refusedInARow = 0;
	pauseEndsAt = 0;

	sent(now: number): void {
		if (this.isSilent(now)) this.findingOutUntil = now + FINDING_OUT_MS;
		this.lastSignAt = now;
	}

	answered({ now, sentAt, own, count, pauseMs }: ServerAnswer): void {
		this.findingOutUntil = 0;
		this.lastSignAt = now;
		if (count) {
			this.shownLimit = count.limit;
			this.remaining = pauseMs === undefined ? count.remaining : undefined;
			this.countHoldsUntil = now + WINDOW_MS;
		}
		if (pauseMs !== undefined || (count && count.limit - count.remaining > own)) this.sharedUntil = now + SHARING_LASTS_MS;
		// Refusals of requests that were sent before the first refusal do not count.
		const isNew = sentAt >= this.refusedAt;
		if (pauseMs === undefined) {
			if (isNew) this.refusedInARow = 0;
			return;
		}
		if (isNew) {
			this.refusedInARow += 1;
			this.refusedAt = now;
		}
		const patienceMs = this.refusedInARow < 2 ? 0 : Math.min(FIRST_REFUSAL_MS * 2 ** (this.refusedInARow - 2), MAX_REFUSAL_MS);
		const rounded = pauseMs > 0 ? pauseMs + ROUNDING_MS : 0;
		this.pauseEndsAt = Math.max(this.pauseEndsAt, now + Math.max(rounded, patienceMs));
	}

	/** Infinity if the server shows no limit. */
	limit(now: number): number {
		return now < this.countHoldsUntil ? this.shownLimit : Infinity;
	}

	/** The fewer requests are left for all processes behind one address, the fewer each sends at once. */
	mostInFlight(now: number): number {
		if (this.isSilent(now) || now < this.findingOutUntil) return FIRST_IN_FLIGHT;
		if (now >= this.sharedUntil) return Infinity;
		if (this.remaining === undefined || now >= this.countHoldsUntil) return FIRST_IN_FLIGHT;
		return Math.max(1, Math.floor(this.remaining / PART_OF_SHARED));
	}

	private isSilent(now: number): boolean {
		return now >= this.lastSignAt + WINDOW_MS;
	}
}
