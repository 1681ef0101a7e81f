import type { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../../transport';
import { lastMessageAt } from '../../../shared/thread';

/** Number of sorted records from which an order counts as known. */
const ENOUGH = 10;

/** Detects by which time a list is sorted: the specification does not show what newest means. */
export class ListOrder {
	private count = 0;
	private last: Array<number | undefined> = [];
	private isSorted = [true, true, true];

	constructor(private readonly ascends: boolean) {}

	note(record: IDataObject): void {
		const times = [msOf(record.created_at), lastMessageAt(record), msOf(record.updated_at)];
		const isNext = (at: number, before = at) => (this.ascends ? at >= before : at <= before);
		this.isSorted = times.map((at, index) => this.isSorted[index]! && at !== undefined && isNext(at, this.last[index]));
		this.last = times;
		this.count += 1;
	}

	/** Until when (descending) or since when (ascending) all later records were created; undefined if unknown. Creation is the earliest time. */
	get laterCreated(): number | undefined {
		const [isByCreated, ...isByOthers] = this.isSorted;
		if (this.count < ENOUGH) return undefined;
		if (this.ascends) return isByCreated && !isByOthers.includes(true) ? this.last[0] : undefined;
		const fitting = this.last.filter((_, index) => this.isSorted[index]) as number[];
		return fitting.length > 0 ? Math.max(...fitting) : undefined;
	}
}
