/** One reading of a listing from its first page to its last. */
export interface Reading {
	/** How many different records it gave. */
	gave: number;
	/** How many of them no earlier reading had given; Infinity for the first one, with which nothing can be compared. */
	brought: number;
}

/** What the answers of a listing say of how many records there are, while records come and leave. */
export class Totals {
	/** The total fell from a page of the present reading to the next: what stood behind the one may have slipped by. */
	hasFallen = false;
	/** It rose within the present reading: something was added, and something may have moved to where that was read before. */
	hasRisen = false;
	/** The smallest of the present reading: no fewer can have been there from its beginning to its end. */
	private least = Infinity;
	/** That of the first answer that told it. */
	private first?: number;
	/** By how much the total rose from one answer to the next, all together. */
	private risen = 0;
	private last?: number;

	/** How many there have been since the first answer, those that left too; undefined where no answer told. */
	get ever(): number | undefined {
		return this.first === undefined ? undefined : this.first + this.risen;
	}

	/** A reading begins. */
	begin(): void {
		this.least = Infinity;
		this.hasFallen = false;
		this.hasRisen = false;
	}

	/** Notes the total of an answer, in the order in which they came. */
	note(total: number | undefined): void {
		if (total === undefined) return;
		const rise = Math.max(0, total - (this.last ?? total));
		this.first ??= total;
		this.risen += rise;
		this.hasRisen ||= rise > 0 && this.least < Infinity;
		this.least = Math.min(this.least, total);
		this.last = total;
	}

	/**
	 * Whether all readings together gave every record that was there all the time, as far as totals tell: they gave as many as
	 * there have ever been; or this one gave as many as there are, and the total never fell under it; or what it brought beyond
	 * the ones before may all have been added meanwhile.
	 *
	 * @param came different records in all readings
	 */
	areReached(came: number, { gave, brought }: Reading): boolean {
		if (came >= (this.ever ?? 0)) return true;
		if (!this.hasFallen && gave >= this.least) return true;
		return came >= this.least && brought <= this.risen;
	}
}
