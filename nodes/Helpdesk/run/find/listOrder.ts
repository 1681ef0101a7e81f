import type { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../../transport';
import { lastMessageAt } from '../../../shared/conversation';
import type { Input } from '../../../shared/field';

/** So many records in order make the order known. */
const ENOUGH = 10;

/** Times by which a list may be sorted. No record has an earlier one than the one before. */
const TIMES = [0, 1, 2];
const [CREATED, , UPDATED] = TIMES as [number, number, number];

/** In ms. */
export type Times = Array<number | undefined>;

export function timesOf(record: IDataObject): Times {
	return [msOf(record.created_at), lastMessageAt(record, Infinity), msOf(record.updated_at)];
}

/** Where creation and last change of the wanted records end, in ms. Infinite if they do not. */
export type Edges = Record<'created' | 'updated', number>;

export function edgesOf(input: Input, ascends: boolean): Edges {
	const timesIn = (...names: string[]) =>
		names.flatMap((name) => (input[name] === undefined ? [] : [Date.parse(input[name] as string)]));
	const edge = (did: keyof Edges) =>
		ascends
			? Math.min(Infinity, ...timesIn(`${did}Before`))
			: Math.max(-Infinity, ...timesIn(`${did}After`, `${did}InLastDays`));
	return { created: edge('created'), updated: edge('updated') };
}

/** Detects by which time a list is sorted, because "newest" is not specified. */
export class ListOrder {
	private count = 0;
	private last: Times = [];
	private isSorted = [true, true, true];

	constructor(private readonly ascends: boolean) {}

	note(times: Times): void {
		this.isSorted = times.map(
			(at, index) => this.isSorted[index]! && at !== undefined && !this.isEarlier(at, this.last[index] ?? at),
		);
		this.last = times;
		this.count += 1;
	}

	/** Returns whether all records so far are sorted by this time. */
	fits = (time: number): boolean => this.isSorted[time]!;

	/** Returns whether all later records are beyond an edge. */
	isPast({ created, updated }: Edges): boolean {
		const isBeyond = (bound: number | undefined, edge: number) =>
			bound !== undefined && (this.ascends ? bound >= edge : bound <= edge);
		return isBeyond(this.laterCreated, created) || isBeyond(this.bound(UPDATED, this.ascends), updated);
	}

	/**
	 * Returns whether at least `least` records come before all later ones of this list, whichever time it is sorted by.
	 * Counts them only now and then.
	 */
	areEnough(records: Array<{ times: Times }>, least: number): boolean {
		if (records.length < least || this.count % ENOUGH > 0) return false;
		const fitting = TIMES.filter(this.fits);
		const isFirst = (times: Times) => fitting.every((time) => this.isEarlier(times[time]!, this.last[time]!));
		return records.filter(({ times }) => isFirst(times)).length >= least;
	}

	/**
	 * Bound for the creation of all later records in ms: the latest time (descending) or the earliest (ascending);
	 * undefined if unknown.
	 */
	get laterCreated(): number | undefined {
		return this.bound(CREATED, !this.ascends);
	}

	/** @param byAny a list that is sorted by another time has this bound too */
	private bound(time: number, byAny: boolean): number | undefined {
		const fitting = TIMES.filter(this.fits);
		if (this.count < ENOUGH || !(byAny ? fitting.length > 0 : fitting.join() === String(time))) return undefined;
		const times = fitting.map((index) => this.last[index]!);
		return this.ascends ? Math.min(...times) : Math.max(...times);
	}

	private isEarlier(at: number, other: number): boolean {
		return this.ascends ? at < other : at > other;
	}
}

/** Returns the time by which all lists are sorted; undefined if there is none. */
export function commonTime(orders: ListOrder[]): number | undefined {
	return TIMES.find((time) => orders.every(({ fits }) => fits(time)));
}
