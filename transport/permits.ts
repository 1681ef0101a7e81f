import type { ServerCount } from './countedWindow';
import { ServerWindow } from './serverWindow';
import { WINDOW_MS } from './window';

/** A request keeps others from the wire for so long at most, in ms: n8n itself waits for an answer up to five minutes. */
const MAX_PLACE_MS = 20_000;

interface Claim {
	queued: number;
	lastUsedAt: number;
}

/** Taken by a request that may be sent; handed back with its answer. */
export interface Permit {
	/** Permits out when it was taken, this one included. */
	ownAtStart: number;
	/** Ordinal among all that were taken. */
	order: number;
	takenAt: number;
}

/** What one attempt on the wire told about the limit. */
export interface LimitReport {
	/** The server's own count, where the answer carries it. */
	count?: ServerCount;
	/** From a 429: nobody sends for so many ms. */
	pauseMs?: number;
	/** The answer will not be seen; the request reaches the server within so many ms. */
	arrivesWithinMs?: number;
}

/**
 * Who may send, as pure bookkeeping: no timer, no I/O, every method is given the time in ms.
 *
 * A permit comes back one full window after its answer *arrived*. The server saw the request before
 * that, so no rolling window on the server can hold more than the limit, whatever its phase.
 */
export class Permits {
	private taken = 0;
	private returned = 0;
	private inFlight = 0;
	/** When permits come back, the next one first. */
	private readonly due: number[] = [];
	/** Bulk work on the wire that keeps others from it, the oldest first. */
	private readonly places = new Set<Permit>();
	private readonly claims = new Map<number, Claim>();
	private readonly window = new ServerWindow();

	/** A request of a credential that allows `perMinute` begins to wait. */
	join(perMinute: number, now: number): void {
		const claim = this.claims.get(perMinute) ?? { queued: 0, lastUsedAt: now };
		this.claims.set(perMinute, { queued: claim.queued + 1, lastUsedAt: now });
	}

	/** It no longer waits: it was sent or dropped. */
	leave(perMinute: number, now: number): void {
		const { queued } = this.claims.get(perMinute)!;
		this.claims.set(perMinute, { queued: queued - 1, lastUsedAt: now });
	}

	/** Whether one more may be sent. Somebody waits for an urgent one: it needs a permit, but no place on the wire. */
	allows(urgent: boolean, now: number): boolean {
		this.collect(now);
		if (now < this.window.pauseEndsAt || this.left() <= 0) return false;
		return urgent || this.places.size < this.window.mostOnTheWire(now);
	}

	take(urgent: boolean, now: number): Permit {
		this.taken += 1;
		this.inFlight += 1;
		const permit = { ownAtStart: this.outstanding, order: this.taken, takenAt: now };
		if (!urgent) this.places.add(permit);
		this.window.sent(now);
		return permit;
	}

	/** Nothing was sent with it. */
	giveBack(permit: Permit): void {
		this.landed(permit);
		this.returned += 1;
	}

	/** The answer to what was sent with it (or the failure) has arrived, or will not be seen. */
	answered(permit: Permit, now: number, { arrivesWithinMs, ...told }: LimitReport = {}): void {
		this.landed(permit);
		this.comesBack(now + (arrivesWithinMs ?? 0) + WINDOW_MS);
		if (arrivesWithinMs !== undefined) return;
		const { taken: started, inFlight } = this;
		const ownAtMost = permit.ownAtStart + (started - permit.order);
		this.window.answered({ now, order: permit.order, ownAtMost, started, inFlight, ...told });
	}

	/** Until when the limit lets nobody send, in ms; undefined when it does. */
	waitsUntil(now: number): number | undefined {
		this.collect(now);
		if (now < this.window.pauseEndsAt) return this.window.pauseEndsAt;
		return this.left() > 0 ? undefined : this.nextChangeAt();
	}

	/** When more may be allowed by itself, in ms; Infinity when nothing is outstanding. */
	nextChangeAt(): number {
		return Math.min(this.due[0] ?? Infinity, this.window.nextChangeAt);
	}

	/** Requests of which the answer is less than one window old or still to come. */
	private get outstanding(): number {
		return this.taken - this.returned;
	}

	private left(): number {
		return Math.min(...this.claims.keys(), this.window.room) - this.outstanding;
	}

	private landed(permit: Permit): void {
		this.inFlight -= 1;
		this.places.delete(permit);
	}

	private comesBack(at: number): void {
		this.due.push(at);
		this.due.sort((a, b) => a - b);
	}

	private collect(now: number): void {
		const count = this.due.findIndex((at) => at > now);
		this.returned += this.due.splice(0, count < 0 ? this.due.length : count).length;
		for (const permit of this.places) {
			if (now < permit.takenAt + MAX_PLACE_MS) break;
			this.places.delete(permit);
		}
		this.window.pass(now);
		for (const [perMinute, claim] of this.claims) {
			const idle = claim.queued === 0 && claim.lastUsedAt + WINDOW_MS <= now;
			if (idle && this.claims.size > 1) this.claims.delete(perMinute);
		}
	}
}
