import type { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../../transport';
import { lastMessageAt } from '../../../shared/conversation';

const ENOUGH = 10;

/** Detects by which time a list is sorted, because "newest" is not specified. */
export class ListOrder {
	private count = 0;
	private last: Array<number | undefined> = [];
	private isSorted = [true, true, true];

	constructor(private readonly ascends: boolean) {}

	note(record: IDataObject): void {
		const times = [msOf(record.created_at), lastMessageAt(record, Infinity), msOf(record.updated_at)];
		const isNext = (at: number, before = at) => (this.ascends ? at >= before : at <= before);
		this.isSorted = times.map(
			(at, index) => this.isSorted[index]! && at !== undefined && isNext(at, this.last[index]),
		);
		this.last = times;
		this.count += 1;
	}

	/** Bound (ms) for the creation of all later records; undefined if unknown. */
	get laterCreated(): number | undefined {
		const [isByCreated, ...isByOthers] = this.isSorted;
		if (this.count < ENOUGH) return undefined;
		if (this.ascends) return isByCreated && !isByOthers.includes(true) ? this.last[0] : undefined;
		const fitting = this.last.filter((_, index) => this.isSorted[index]) as number[];
		return fitting.length > 0 ? Math.max(...fitting) : undefined;
	}
}
