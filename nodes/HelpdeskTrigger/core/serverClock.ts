import type { PageRead } from './steps';
import type { Times } from './times';

/**
 * The server's time as far as its own answers prove it, in ms: never ahead of it, behind it where nothing
 * happens. The clock of this machine has no part in it.
 *
 * A record's timestamp counts up to the answer's Date header, so that a single one from the future does not
 * put everything else into the past. Where no record came at all, the header itself is believed.
 */
export class ServerClock {
	constructor(private time = 0) {}

	get now(): number {
		return this.time;
	}

	/** Learns from one page. */
	hear(page: PageRead, times: Times[]): void {
		const bound = page.serverTime ?? Infinity;
		for (const { latest } of times) this.time = Math.max(this.time, Math.min(latest, bound));
		if (this.time === 0 && page.serverTime !== undefined) this.time = page.serverTime;
	}
}
