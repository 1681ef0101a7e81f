/** The minute over which the helpdesk counts requests, in ms (contract, Limits). */
export const WINDOW_MS = 60_000;

/** In flight while nothing is known of the server's count; slow answers show nothing of it after so many ms. */
const FIRST_IN_FLIGHT = 2;
const FINDING_OUT_MS = 3_000;

/** Of what the server has left, one process of several has so small a part in flight: the others do the same meanwhile. */
const PART_OF_SHARED = 8;

/** How long the last sign of other clients counts, in ms. */
const SHARING_LASTS_MS = 2 * WINDOW_MS;

/** `Retry-After` is in whole seconds, rounded either way. */
const ROUNDING_MS = 1_000;

/** Waited, doubling, when the window turns out to be closed still, in ms: all waits of one request together outlast a window. */
const FIRST_REFUSAL_MS = 250;
const MAX_REFUSAL_MS = 20_000;

/** What the server shows of its own count in one answer. */
export interface ServerCount {
	limit: number;
	remaining: number;
}

/** One answer and what this process knew when it arrived; times in ms. */
export interface ServerAnswer {
	now: number;
	/** When its request was sent. */
	sentAt: number;
	/** Requests of this process that can be in the server's count, at most. */
	own: number;
	count?: ServerCount;
	/** From a 429: its Retry-After. */
	pauseMs?: number;
}

/**
 * What the answers show of the server's own window: its limit, until when it refuses all requests, and whether other clients
 * share the address. No timer, no I/O.
 */
export class ServerWindow {
	private shownLimit = Infinity;
	/** What the server has left; a refusal shows nothing of the window after it. */
	private remaining?: number;
	/** Both hold for one window: if only a 429 carries them, they may have been passing ones. */
	private countHoldsUntil = 0;
	private sharedUntil = 0;
	private lastSignAt = -Infinity;
	private findingOutUntil = 0;
	private refusedAt = -Infinity;
	private refusedInARow = 0;
	/** Until when nobody sends because the server refused a request. */
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
		// Refusals of requests that were sent before the first one show nothing new.
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

	/** Requests in any window; Infinity where the server shows no limit. */
	limit(now: number): number {
		return now < this.countHoldsUntil ? this.shownLimit : Infinity;
	}

	/**
	 * How many requests may be in flight at once. Several processes behind one address would all send as many as they can into
	 * what is left for one, so each sends fewer the less is left.
	 */
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
