/** The server's window, in ms (specification, Limits: requests per 1 minute). */
export const WINDOW_MS = 60_000;

interface Claim {
	queued: number;
	lastUsedAt: number;
}

/** What the server said about its own count in one answer. */
export interface ServerCount {
	limit: number;
	remaining: number;
}

/** Taken when a request starts; handed back with its answer. */
export interface Permit {
	/** Permits out at the start, this one included. */
	ownAtStart: number;
	/** Ordinal of the start. */
	order: number;
}

/**
 * Who may send, as pure bookkeeping: no timer, no I/O, every method is given the time in ms.
 *
 * A permit comes back one full window after its answer *arrived*. The server saw the request before
 * that, so no rolling window on the server can hold more than the limit, whatever its phase.
 * `allowance` is a running total, not a balance: a queue that applies its differences late
 * still never starts one request too many.
 */
export class Permits {
	private started = 0;
	private returned = 0;
	private readonly due: number[] = [];
	private readonly claims = new Map<number, Claim>();
	private pausedUntil = 0;
	private serverLimit = Infinity;
	private foreign = 0;
	private foreignUntil = 0;
	private newest = { order: 0, remaining: Infinity };

	/** A request of a credential that allows `perMinute` begins to wait. */
	join(perMinute: number, now: number): void {
		const claim = this.claims.get(perMinute) ?? { queued: 0, lastUsedAt: now };
		this.claims.set(perMinute, { queued: claim.queued + 1, lastUsedAt: now });
	}

	/** It no longer waits: it was sent or dropped. */
	leave(perMinute: number, now: number): void {
		const claim = this.claims.get(perMinute);
		if (claim) this.claims.set(perMinute, { queued: claim.queued - 1, lastUsedAt: now });
	}

	start(): Permit {
		this.started += 1;
		return { ownAtStart: this.started - this.returned, order: this.started };
	}

	/** A permit that was taken and never used on the wire. */
	refund(): void {
		this.returned += 1;
	}

	/** The answer (or the failure) of a started request has arrived. */
	answered(permit: Permit, now: number, count?: ServerCount): void {
		this.due.push(now + WINDOW_MS);
		if (count && permit.order > this.newest.order) this.learn(permit, now, count);
	}

	/** Specification, Limits: after a 429 nobody sends until Retry-After is over. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** How many requests may have been started since the beginning. */
	allowance(now: number): number {
		this.collect(now);
		if (now < this.pausedUntil) return this.started;
		return this.returned + Math.max(0, Math.min(this.limit(), this.serverLimit - this.foreign));
	}

	/** When the allowance may change by itself, in ms; Infinity when nothing is outstanding. */
	nextChangeAt(): number {
		const pending = [this.due[0] ?? Infinity, this.pausedUntil, this.foreignUntil];
		return Math.min(...pending.filter((at) => at > 0));
	}

	/** Until when nobody sends because the server said so; 0 when it did not. */
	get pauseEndsAt(): number {
		return this.pausedUntil;
	}

	/** Requests of which the answer is less than one window old or still to come. */
	get outstanding(): number {
		return this.started - this.returned;
	}

	private limit(): number {
		return Math.min(...this.claims.keys());
	}

	/**
	 * The server counted more requests than this process can have sent in its window: the rest came
	 * from other clients behind the same address, and stays out of reach until that window is over.
	 * Each answer gives a lower bound of their count, which only grows within a window; a rising
	 * `remaining` shows that a new one has begun.
	 */
	private learn(permit: Permit, now: number, { limit, remaining }: ServerCount): void {
		this.serverLimit = limit;
		if (remaining > this.newest.remaining || this.foreignUntil === 0) {
			this.foreignUntil = now + WINDOW_MS;
			this.foreign = 0;
		}
		this.newest = { order: permit.order, remaining };
		const ownAtMost = permit.ownAtStart + (this.started - permit.order);
		this.foreign = Math.max(this.foreign, limit - remaining - ownAtMost);
	}

	private collect(now: number): void {
		let count = 0;
		while (count < this.due.length && this.due[count]! <= now) count += 1;
		if (count > 0) this.due.splice(0, count);
		this.returned += count;
		if (this.pausedUntil <= now) this.pausedUntil = 0;
		if (this.foreignUntil <= now) {
			this.foreign = 0;
			this.foreignUntil = 0;
			this.newest.remaining = Infinity;
		}
		for (const [perMinute, claim] of this.claims) {
			const idle = claim.queued === 0 && claim.lastUsedAt + WINDOW_MS <= now;
			if (idle && this.claims.size > 1) this.claims.delete(perMinute);
		}
	}
}
