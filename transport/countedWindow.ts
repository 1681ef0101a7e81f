import { WINDOW_MS } from './window';

/** A window with so much left has just begun. */
const SEEN_FROM_THE_START = 0.9;

/** Of so many windows a minute can see the end. */
const MAX_LAST_REQUESTS = 2;

/** What the server said about its own count in one answer. */
export interface ServerCount {
	limit: number;
	remaining: number;
}

/** One answer's count, and what this process knew when it arrived. */
export interface CountedAnswer {
	now: number;
	/** Ordinal of the answered request's start. */
	order: number;
	/** Requests of this process that can be in the server's count, at most. */
	ownAtMost: number;
	/** Still on the wire. */
	inFlight: number;
	count?: ServerCount;
	/** The answer was a 429. */
	refused?: boolean;
}

/**
 * The server's window by its own count (X-RateLimit-Limit and X-RateLimit-Remaining): how many requests
 * fit in it, and how many of them other clients behind the same address have taken.
 */
export class CountedWindow {
	private limit = Infinity;
	private limitHoldsUntil = 0;
	private foreign = 0;
	private joinedLate = false;
	private newest = { order: 0, remaining: Infinity };
	/** When requests were served with an answer that left none, in ms; those of the last minute. */
	private servedAtZero: number[] = [];
	/** When the window is over at the latest; 0 while none is known. */
	endsBy = 0;

	/**
	 * The server counted more requests than this process can have sent in its window: the rest came
	 * from other clients behind the same address, and stays out of reach until that window is over.
	 * Each answer gives a lower bound of their count, which only grows within a window; a rising
	 * `remaining` shows that a new one has begun, unless the requests on the wire overtook each other.
	 *
	 * @returns whether other clients are seen
	 */
	learn({ now, order, ownAtMost, inFlight, count, refused }: CountedAnswer): boolean {
		if (!count) this.unsaid();
		if (!count || order <= this.newest.order) return false;
		const { limit, remaining } = count;
		if (!refused && remaining === 0 && this.isContradicted(now)) {
			this.forget(now);
			return false;
		}
		this.limit = limit;
		if (remaining > this.newest.remaining + inFlight || this.endsBy === 0) {
			this.endsBy = now + WINDOW_MS;
			this.joinedLate = remaining < limit * SEEN_FROM_THE_START;
			this.foreign = 0;
		}
		this.newest = { order, remaining };
		this.foreign = Math.max(this.foreign, limit - remaining - ownAtMost);
		return this.foreign > 0;
	}

	/** A window has one last request: more of them within a minute, all served, show that the count is not about this client. */
	private isContradicted(now: number): boolean {
		this.servedAtZero = [...this.servedAtZero.filter((at) => at > now - WINDOW_MS), now];
		return this.servedAtZero.length > MAX_LAST_REQUESTS;
	}

	private forget(now: number): void {
		this.end(now);
		this.limit = Infinity;
	}

	/** The window is over: what was taken of it is void. Its limit holds until the next one's first answer, or end. */
	end(now: number): void {
		this.limitHoldsUntil = now + WINDOW_MS;
		this.endsBy = 0;
		this.foreign = 0;
		this.newest.remaining = Infinity;
	}

	/** Nothing was heard in the window after: where only others see answers, the limit would hold for ever. */
	lapse(now: number): void {
		if (this.endsBy === 0 && now >= this.limitHoldsUntil) this.limit = Infinity;
	}

	/**
	 * How many requests of this process fit in; one more where only a 429 can tell when the window is
	 * over, because waiting until it is over at the latest could take nearly a minute too long.
	 */
	get room(): number {
		return this.limit - this.foreign + (this.joinedLate && this.foreign > 0 ? 1 : 0);
	}

	/** What the server has left for all its clients; undefined where it does not tell. */
	get remaining(): number | undefined {
		return Number.isFinite(this.newest.remaining) ? this.newest.remaining : undefined;
	}

	/** Where only a 429 tells a limit, it counts for that window alone: it may have been another path's, or a passing one. */
	private unsaid(): void {
		if (this.endsBy === 0) this.limit = Infinity;
	}
}
