import { WINDOW_MS } from './window';

/** Enough to fill the window in seconds at any latency, few enough to keep n8n responsive. */
const MAX_ON_THE_WIRE = 20;

/** Sent to find out whether the window has room at all. */
const FIRST_ON_THE_WIRE = 2;

/** How long the first ones are waited for, in ms: slow answers tell nothing of the limit. */
const FINDING_OUT_MS = 3_000;

/** Of what the server has left, one process among several has so small a part on the wire: the others do the same meanwhile. */
const PART_OF_SHARED = 8;

/** Of what a window gave this process before, where the server does not tell what it has left. */
const PART_OF_OWN = 4;

/** How long the last sign of other clients counts, in ms. */
const SHARING_LASTS_MS = 2 * WINDOW_MS;

/**
 * How many requests may be on the wire at once: all of them for a process that has the address to itself.
 * Several would all send their twenty into what is left for one, so each takes fewer the less is left,
 * and a single one after a refusal. Two where nothing was sent or heard for a whole window.
 */
export class Pace {
	private sharedUntil = 0;
	private lastSignAt = -Infinity;
	private findingOutUntil = 0;
	/** Requests that were served in this window, and in the one that a refusal ended. */
	private readonly served = { now: 0, before: 0 };

	sent(now: number): void {
		if (this.silent(now)) this.findingOutUntil = now + FINDING_OUT_MS;
		this.lastSignAt = now;
	}

	heard(now: number): void {
		this.findingOutUntil = 0;
		this.lastSignAt = now;
	}

	/** Other clients behind the same address show. */
	shares(now: number): void {
		this.sharedUntil = now + SHARING_LASTS_MS;
	}

	serves(inWindowBefore: boolean): void {
		this.served[inWindowBefore ? 'before' : 'now'] += 1;
	}

	/** A refusal ended the window. */
	windowEnds(): void {
		if (this.served.now > 0) this.served.before = this.served.now;
		this.served.now = 0;
	}

	/** @param remaining what the server has left; undefined where it does not tell */
	most(now: number, remaining: number | undefined): number {
		if (this.silent(now) || now < this.findingOutUntil) return FIRST_ON_THE_WIRE;
		if (now >= this.sharedUntil) return MAX_ON_THE_WIRE;
		const part = remaining === undefined ? this.ownLeft() / PART_OF_OWN : remaining / PART_OF_SHARED;
		return Math.min(Math.max(Math.floor(part), 1), MAX_ON_THE_WIRE);
	}

	private silent(now: number): boolean {
		return now >= this.lastSignAt + WINDOW_MS;
	}

	private ownLeft(): number {
		return this.served.now === 0 ? 0 : this.served.before - this.served.now;
	}
}
