/** How long bulk work waits for an unavailable helpdesk, and then counts it as unavailable (ms). */
const HOPE_MS = 60_000;

/** Shortest pause in ms. */
const MIN_PAUSE_MS = 6_000;

const LAST_ANSWER_WITHIN_MS = 5_000;

/** A helpdesk that is unavailable as a whole: it answers with 5xx and Retry-After. Only bulk work waits for it. */
export class Outage {
	private since?: number;
	private lastSignAt = -Infinity;
	private isOver = false;
	endsAt = 0;

	/**
	 * Reads an answer. Older requests than the last sign of the outage do not show its end.
	 *
	 * @param downMs Retry-After in ms; 0 if the helpdesk is available; undefined if the answer does not show it
	 */
	answered(now: number, sentAt: number, downMs?: number): void {
		if (downMs === undefined || (downMs === 0 && sentAt < this.lastSignAt)) return;
		if (downMs === 0) {
			this.since = undefined;
			this.endsAt = 0;
			return;
		}
		if (this.since === undefined || now >= this.since + 2 * HOPE_MS) this.since = now;
		this.isOver = now >= this.since + HOPE_MS;
		this.lastSignAt = now;
		this.endsAt = Math.min(now + Math.max(downMs, MIN_PAUSE_MS), this.since + HOPE_MS);
	}

	/** Returns whether the helpdesk did not come back in time. A minute later, bulk work waits again. */
	hasGivenUp(now: number): boolean {
		if (this.since === undefined || now >= this.since + 2 * HOPE_MS) return false;
		return this.isOver || now >= this.since + HOPE_MS + LAST_ANSWER_WITHIN_MS;
	}

	/** Returns how many bulk requests may be in flight: a single one tests whether the helpdesk is back. */
	mostBulk(now: number, usual: number): number {
		if (this.since === undefined) return usual;
		return now < this.endsAt ? 0 : 1;
	}
}
