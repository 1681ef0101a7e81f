import { ServerWindow, WINDOW_MS, type ServerCount } from './serverWindow';

interface Claim {
	queued: number;
	lastUsedAt: number;
}

/** Taken when a request starts; handed back with its answer. */
export interface Permit {
	/** Permits out at the start, this one included. */
	ownAtStart: number;
	/** Ordinal of the start. */
	order: number;
	/** Somebody waits for it: it is not held back by what the bulk has on the wire. */
	urgent: boolean;
}

/** What one attempt on the wire told about the limit. */
export interface Verdict {
	/** The server's own count, where the answer carries it. */
	count?: ServerCount;
	/** From a 429: nobody sends for so many ms. */
	pauseMs?: number;
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
	private inFlight = 0;
	private bulkInFlight = 0;
	private readonly due: number[] = [];
	private readonly claims = new Map<number, Claim>();
	private readonly window = new ServerWindow();

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

	start(urgent = false): Permit {
		this.started += 1;
		this.inFlight += 1;
		if (!urgent) this.bulkInFlight += 1;
		return { ownAtStart: this.started - this.returned, order: this.started, urgent };
	}

	/** A permit that was taken and never used on the wire. */
	skip(): void {
		this.started += 1;
		this.returned += 1;
	}

	/** The answer (or the failure) of a started request has arrived. */
	answered({ ownAtStart, order, urgent }: Permit, now: number, verdict: Verdict = {}): void {
		this.inFlight -= 1;
		if (!urgent) this.bulkInFlight -= 1;
		this.due.push(now + WINDOW_MS);
		const { started, inFlight } = this;
		this.window.answered({ now, order, ownAtMost: ownAtStart + (started - order), started, inFlight, ...verdict });
	}

	/**
	 * How many requests may have been started since the beginning.
	 *
	 * @param urgentWaiting requests that need no place among what is on the wire, only a permit
	 */
	allowance(now: number, urgentWaiting = 0): number {
		this.collect(now);
		if (now < this.window.pauseEndsAt) return this.started;
		const permits = this.left();
		const places = Math.max(0, this.window.mostInFlight(now) - this.bulkInFlight) + urgentWaiting;
		return this.started + Math.max(0, Math.min(permits, places));
	}

	/** Until when the limit lets nobody send, in ms; undefined when it does. */
	waitsUntil(now: number): number | undefined {
		this.collect(now);
		if (now < this.window.pauseEndsAt) return this.window.pauseEndsAt;
		return this.left() > 0 ? undefined : this.nextChangeAt();
	}

	/** When the allowance may change by itself, in ms; Infinity when nothing is outstanding. */
	nextChangeAt(): number {
		return Math.min(this.due[0] ?? Infinity, this.window.nextChangeAt);
	}

	/** Requests that were started, or skipped, since the beginning. */
	get total(): number {
		return this.started;
	}

	/** Requests of which the answer is less than one window old or still to come. */
	get outstanding(): number {
		return this.started - this.returned;
	}

	private left(): number {
		return Math.min(this.limit(), this.window.room) - this.outstanding;
	}

	private limit(): number {
		return Math.min(...this.claims.keys());
	}

	private collect(now: number): void {
		let count = 0;
		while (count < this.due.length && this.due[count]! <= now) count += 1;
		if (count > 0) this.due.splice(0, count);
		this.returned += count;
		this.window.pass(now);
		for (const [perMinute, claim] of this.claims) {
			const idle = claim.queued === 0 && claim.lastUsedAt + WINDOW_MS <= now;
			if (idle && this.claims.size > 1) this.claims.delete(perMinute);
		}
	}
}
