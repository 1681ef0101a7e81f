/** How long a helpdesk that is unavailable is hoped for, and then counts as unavailable, in ms. */
const HOPE_MS = 60_000;

/** Shortest pause in ms, so that few requests are spent on a helpdesk that names none. */
const MIN_PAUSE_MS = 6_000;

/** A helpdesk that is unavailable as a whole: it answers with 5xx and Retry-After. Only bulk work waits for it. */
export class Outage {
	private since?: number;
	private isOver = false;
	/** The pause, in ms since the epoch. */
	endsAt = 0;

	/** @param downMs Retry-After in ms; 0 if the helpdesk is available; undefined if the answer does not show it */
	answered(now: number, downMs?: number): void {
		if (downMs === 0) this.since = undefined;
		if (downMs === 0) this.endsAt = 0;
		if (!downMs) return;
		const isNew = this.since === undefined || now >= this.endsAt + HOPE_MS;
		if (isNew) this.since = now;
		const hopedUntil = this.since! + HOPE_MS;
		this.isOver = now >= hopedUntil;
		this.endsAt = this.isOver ? now : Math.min(now + Math.max(downMs, MIN_PAUSE_MS), hopedUntil);
	}

	/** Returns whether the helpdesk did not come back in time. */
	hasGivenUp(now: number): boolean {
		return this.since !== undefined && this.isOver && now < this.endsAt + HOPE_MS;
	}

	/** Returns how many bulk requests may be in flight. A single one finds out whether the helpdesk is back. */
	mostBulk(now: number, usual: number): number {
		if (this.since === undefined || now >= this.endsAt + HOPE_MS) return usual;
		return now < this.endsAt ? 0 : 1;
	}
}
