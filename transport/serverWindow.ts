/** The server's window, in ms (specification, Limits: requests per 1 minute). */
export const WINDOW_MS = 60_000;

/** Enough to fill the window in seconds at any latency, few enough to keep n8n responsive. */
const MOST_IN_FLIGHT = 20;

/** Sent to find out whether the window has room at all. */
const FIRST_IN_FLIGHT = 2;

/** Of what the server has left, one process among several has so small a part on the wire: the others do the same meanwhile. */
const PART_OF_SHARED = 8;

/** Of what a window gave this process before, where the server does not tell what it has left. */
const PART_OF_OWN = 4;

/** A window with so much left has just begun. */
const SEEN_FROM_THE_START = 0.9;

/** How long the last sign of other clients counts, in ms. */
const SHARING_LASTS_MS = 2 * WINDOW_MS;

/** `Retry-After` is in whole seconds, rounded either way. */
const ROUNDING_MS = 1_000;

/** Waited, doubling, when a window turns out to be closed still, in ms. */
const FIRST_REFUSAL_MS = 250;

/** What the server said about its own count in one answer. */
export interface ServerCount {
	limit: number;
	remaining: number;
}

/** What one answer tells; all times in ms. */
export interface Told {
	now: number;
	/** Ordinal of the answered request's start. */
	order: number;
	/** Requests of this process that can be in the server's count, at most. */
	ownAtMost: number;
	/** Ordinal of the latest start. */
	started: number;
	/** Still on the wire. */
	inFlight: number;
	count?: ServerCount;
	/** From a 429: its Retry-After. */
	pauseMs?: number;
}

/**
 * The server's window as its answers show it: how much other clients behind the same address have
 * taken of it, until when nobody sends, and how many requests may be on the wire. Pure bookkeeping.
 */
export class ServerWindow {
	private limit = Infinity;
	private foreign = 0;
	/** When the window is over at the latest; 0 while nothing is known of it. */
	private endsBy = 0;
	/** The window may have begun long before this process first saw it. */
	private vague = false;
	private pausedUntil = 0;
	private newest = { order: 0, remaining: Infinity };
	private sharedUntil = 0;
	/** Requests up to this ordinal were started before the server refused one. */
	private refusedAt = 0;
	private refusals = 0;
	private toldAt = -Infinity;
	private served = 0;
	private servedBefore = 0;

	/** An answer, or the failure of a request, has arrived. */
	answered(told: Told): void {
		this.toldAt = told.now;
		if (told.count && told.order > this.newest.order) this.learn(told, told.count);
		if (told.pauseMs !== undefined) return this.refuse(told, told.pauseMs);
		if (told.order <= this.refusedAt) {
			this.servedBefore += 1;
			return;
		}
		this.served += 1;
		this.refusals = 0;
	}

	/** Moves on to `now`: what was known of a window is void once it is over. */
	pass(now: number): void {
		const ends = this.pausedUntil || this.endsBy;
		if (ends === 0 || now < ends) return;
		this.pausedUntil = 0;
		this.endsBy = 0;
		this.foreign = 0;
		this.newest.remaining = Infinity;
	}

	/**
	 * How many requests of this process fit in the window; one more where only a 429 can tell when it is
	 * over, because waiting until it is over at the latest could take nearly a minute too long.
	 */
	get room(): number {
		return this.limit - this.foreign + (this.vague && this.foreign > 0 ? 1 : 0);
	}

	/** Until when nobody sends because the server said so (specification, Limits: Retry-After); 0 when it did not. */
	get pauseEndsAt(): number {
		return this.pausedUntil;
	}

	/** When something may change by itself. */
	get nextChangeAt(): number {
		return this.pausedUntil || this.endsBy || Infinity;
	}

	/**
	 * How many requests may be on the wire: all of them for a process that has the address to itself.
	 * Several would all send their twenty into what is left for one, so each takes fewer the less is
	 * left, and a single one after a refusal. Two where nothing was heard for a whole window.
	 */
	mostInFlight(now: number): number {
		if (now >= this.toldAt + WINDOW_MS) return FIRST_IN_FLIGHT;
		if (now >= this.sharedUntil) return MOST_IN_FLIGHT;
		const { remaining } = this.newest;
		const part = Number.isFinite(remaining) ? remaining / PART_OF_SHARED : this.ownLeft() / PART_OF_OWN;
		return Math.min(Math.max(Math.floor(part), 1), MOST_IN_FLIGHT);
	}

	private ownLeft(): number {
		return this.served === 0 ? 0 : this.servedBefore - this.served;
	}

	/**
	 * The server counted more requests than this process can have sent in its window: the rest came
	 * from other clients behind the same address, and stays out of reach until that window is over.
	 * Each answer gives a lower bound of their count, which only grows within a window; a rising
	 * `remaining` shows that a new one has begun, unless the requests on the wire overtook each other.
	 */
	private learn({ now, order, ownAtMost, inFlight }: Told, { limit, remaining }: ServerCount): void {
		this.limit = limit;
		if (remaining > this.newest.remaining + inFlight || this.endsBy === 0) {
			this.endsBy = now + WINDOW_MS;
			this.vague = remaining < limit * SEEN_FROM_THE_START;
			this.foreign = 0;
		}
		this.newest = { order, remaining };
		this.foreign = Math.max(this.foreign, limit - remaining - ownAtMost);
		if (this.foreign > 0) this.sharedUntil = now + SHARING_LASTS_MS;
	}

	/** One 429 speaks for all that was on the wire with it. */
	private refuse({ now, order, started }: Told, pauseMs: number): void {
		this.sharedUntil = now + SHARING_LASTS_MS;
		if (order > this.refusedAt) {
			if (this.served > 0) this.servedBefore = this.served;
			this.served = 0;
			this.refusedAt = started;
			this.refusals += 1;
		}
		const until = now + Math.max(pauseMs, this.patienceMs());
		const rounded = pauseMs > 0 ? Math.min(until + ROUNDING_MS, Math.max(until, this.endsBy)) : until;
		this.pausedUntil = Math.max(this.pausedUntil, rounded);
	}

	/** In a window's last moment Retry-After is 0: asking at once, again and again, would use up a request's tries. */
	private patienceMs(): number {
		return this.refusals < 2 ? 0 : Math.min(FIRST_REFUSAL_MS * 2 ** (this.refusals - 2), ROUNDING_MS);
	}
}
