import { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../../transport';
import { lastMessageAt } from '../../../shared';

/** Number of sorted records after which the order counts as certain. */
const ENOUGH = 10;

/** Times of a record: creation, last message, last change. None is earlier than the one before. */
export const TIMES = [0, 1, 2] as const;
type Time = (typeof TIMES)[number];

/** Times in ms, in the order of `TIMES`. */
export type Times = Array<number | undefined>;

export function timesOf(record: IDataObject): Times {
	return [msOf(record.created_at), lastMessageAt(record, Infinity), msOf(record.updated_at)];
}

/** Detects by which time a list is sorted, because the contract does not say what "newest" means. */
export class ListOrder {
	private count = 0;
	private last: Times = [];
	private isSorted = [true, true, true];

	constructor(private readonly ascends: boolean) {}

	note(times: Times) {
		const follows = (at: number, before = at) => (this.ascends ? at >= before : at <= before);
		this.isSorted = times.map(
			(at, time) => this.isSorted[time]! && at !== undefined && follows(at, this.last[time]),
		);
		this.last = times;
		this.count += 1;
	}

	fits = (time: Time) => this.isSorted[time]!;

	/** Returns the newest (descending list) or oldest `time` of the records that follow, in ms; NaN if unknown. */
	later(time: Time) {
		const fitting = TIMES.filter(this.fits);
		// Any descending order limits creation, the earliest time. Any ascending one limits the last change.
		const byAny = time === (this.ascends ? 2 : 0);
		if (this.count < ENOUGH || !(byAny ? fitting.length > 0 : fitting.join() === String(time))) return NaN;
		const times = fitting.map((each) => this.last[each]!);
		return this.ascends ? Math.min(...times) : Math.max(...times);
	}
}
