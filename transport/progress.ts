import type { IDataObject } from 'n8n-workflow';

import { isId } from './answers/shape';

/** The records of a listing that came so far, and how its total changed meanwhile: records come and leave while it is read. */
export class Progress {
	/** False once a record came without an ID. */
	haveIds = true;
	private readonly all = new Set<string>();
	/** Those of this reading. */
	private own = new Set<string>();
	/** Number of records before this reading; the first one has nothing to compare with. */
	private known = -Infinity;
	/** The smallest total of this reading: no fewer were there from its first page to its last. */
	private least = Infinity;
	/** The total stayed the same during this reading. */
	private isQuiet = true;
	private first?: number;
	private last?: number;
	/** By how much the total rose from one answer to the next, added up. */
	private risen = 0;

	/** Number of different records. */
	get size(): number {
		return this.all.size;
	}

	/** Number of all records since the first answer, also of those that left; undefined without a total. */
	get ever(): number | undefined {
		return this.first === undefined ? undefined : this.first + this.risen;
	}

	get hasFallen(): boolean {
		return this.last !== this.ever;
	}

	get hasOnlyRisen(): boolean {
		return this.risen > 0 && !this.hasFallen;
	}

	/**
	 * Whether every record came that was there all the time. The proof is one of three: all that were ever counted came; a reading
	 * without a change gave as many as are counted; or all that the last reading brought may be newly added ones.
	 */
	get isComplete(): boolean {
		const isWholeReading = this.isQuiet && this.own.size >= this.least;
		const bringsOnlyNew = this.size >= this.least && this.size - this.known <= this.risen;
		return this.size >= (this.ever ?? 0) || isWholeReading || bringsOnlyNew;
	}

	/** A reading begins, which is not the first. */
	beginAgain(): void {
		this.own = new Set();
		this.known = this.size;
		this.least = Infinity;
		this.isQuiet = true;
	}

	/** Notes the total of an answer. Call it in the order in which the answers came. */
	note(total: number | undefined): void {
		if (total === undefined) return;
		const change = total - (this.last ?? total);
		this.isQuiet &&= change === 0 || this.least === Infinity;
		this.first ??= total;
		this.risen += Math.max(0, change);
		this.least = Math.min(this.least, total);
		this.last = total;
	}

	/** Returns the records of a page that did not come before. Two without an ID may be equal, unless their page is read again. */
	newOf(records: IDataObject[], isAgain: boolean): IDataObject[] {
		return records.filter((record) => {
			const hasId = isId(record.id);
			const key = hasId ? String(record.id) : JSON.stringify(record);
			const isNew = !this.all.has(key);
			this.haveIds &&= hasId;
			this.all.add(key);
			this.own.add(key);
			return isNew || (!hasId && !isAgain);
		});
	}
}
