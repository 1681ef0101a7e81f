/** One reading of a listing from its first page to its last. */
export interface Reading {
	/** How many different records it gave. */
	gave: number;
	/** How many of them no earlier reading had given: of the first one, all. */
	brought: number;
	/** Its total fell from a page to the next: what stood behind the one may have slipped by. */
	hasFallen: boolean;
}

/** What the answers of a listing say of how many records there are, while records come and leave. */
export class Totals {
	/** The largest; undefined where no answer had one. */
	most?: number;
	/** The smallest of the present reading: no fewer can have been there from its beginning to its end. */
	private least = Infinity;
	/** By how much the total rose from one answer to the next, all together. */
	private risen = 0;
	private last?: number;

	/** A reading begins. */
	begin(): void {
		this.least = Infinity;
	}

	/** Notes the total of an answer, in the order in which they came. */
	note(total: number | undefined): void {
		if (total === undefined) return;
		this.most = Math.max(this.most ?? 0, total);
		this.least = Math.min(this.least, total);
		this.risen += Math.max(0, total - (this.last ?? total));
		this.last = total;
	}

	/**
	 * Whether all readings together gave every record that was there all the time, as far as totals tell: they gave as many as
	 * there ever were; or this one gave as many as there are, and the total never fell under it; or what it brought beyond the ones
	 * before may all have been added meanwhile.
	 *
	 * @param came different records in all readings
	 */
	areReached(came: number, { gave, brought, hasFallen }: Reading): boolean {
		if (came >= (this.most ?? 0)) return true;
		if (!hasFallen && gave >= this.least) return true;
		return came >= this.least && brought <= this.risen;
	}
}
