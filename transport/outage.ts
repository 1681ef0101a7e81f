/** Bulk work waits this long for an unavailable helpdesk. Then it fails at once for the same time. */
const HOPE_MS = 60_000;

const MIN_PAUSE_MS = 6_000;

const LAST_ANSWER_WITHIN_MS = 5_000;

/** A whole helpdesk is unavailable: it answers 5xx with Retry-After. Only bulk work waits. */
export class Outage {
	private since?: number;
	private lastSignAt = -Infinity;
	private isOver = false;
	endsAt = 0;

	/**
	 * An answer ends the outage only if its request was sent after the last answer that showed the outage.
	 *
	 * @param downMs as `downMs` (retry.ts) returns it
	 */
	answered(now: number, sentAt: number, downMs?: number) {
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

	/** Returns whether bulk work fails at once. It waits again when the outage has lasted `2 * HOPE_MS`. */
	hasGivenUp(now: number) {
		if (this.since === undefined || now >= this.since + 2 * HOPE_MS) return false;
		return this.isOver || now >= this.since + HOPE_MS + LAST_ANSWER_WITHIN_MS;
	}

	/** After a pause, a single bulk request tests whether the helpdesk is back. */
	mostBulk(now: number, usual: number) {
		if (this.since === undefined) return usual;
		return now < this.endsAt ? 0 : 1;
	}
}
