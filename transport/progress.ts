import type { IDataObject } from 'n8n-workflow';

import { isId } from './answers/shape';

/**
 * Tracks the records of a listing and the changes of its total, because records are added and removed while it is read.
 */
export class Progress {
	haveIds = true;
	private readonly all = new Set<string>();
	private own = new Set<string>();
	/** Number of records before this reading. */
	private known = -Infinity;
	private least = Infinity;
	/** The total stayed the same during this reading. */
	private isQuiet = true;
	private first?: number;
	private last?: number;
	private risen = 0;

	get size(): number {
		return this.all.size;
	}

	/** Number of all records that were ever in the list, removed ones included; undefined without a total. */
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
	 * Whether every record came that was in the list all the time. One of these proves it: all records ever counted
	 * came; a reading without changes gave the total; the last reading brought no more new records than were added.
	 */
	get isComplete(): boolean {
		const isWholeReading = this.isQuiet && this.own.size >= this.least;
		const bringsOnlyNew = this.size >= this.least && this.size - this.known <= this.risen;
		return this.size >= (this.ever ?? 0) || isWholeReading || bringsOnlyNew;
	}

	beginAgain(): void {
		this.own = new Set();
		this.known = this.size;
		this.least = Infinity;
		this.isQuiet = true;
	}

	note(total: number | undefined): void {
		if (total === undefined) return;
		const change = total - (this.last ?? total);
		this.isQuiet &&= change === 0 || this.least === Infinity;
		this.first ??= total;
		this.risen += Math.max(0, change);
		this.least = Math.min(this.least, total);
		this.last = total;
	}

	/** Returns the new records of a page. Equal records without an ID all count, unless their page is read again. */
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
