import type { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../transport';
import { lastMessageAt } from '../../shared/lastMessage';
import type { PageRead } from './protocol';
import { rules } from './seams';

/** When things happened to a conversation, in ms since the epoch (contract, Conversation). */
export interface Times {
	created: number;
	updated: number;
	lastMessage: number;
	/** The latest of them: no later than the server's clock when the record was read. */
	latest: number;
	/** The record has a place for when it was updated. */
	showsUpdate: boolean;
}

/** The times that a record shows; one that is missing is that of its creation, that of the last message the one of the last update. NaN where that is missing too. */
export function timesOf(record: IDataObject): Times {
	const created = timeOf(record.created_at);
	const updated = timeOf(record.updated_at, created);
	const lastMessage = lastMessageAt(record) ?? NaN;
	const showsUpdate = record.updated_at !== undefined;
	return { created, updated, lastMessage, latest: Math.max(created, lastMessage, updated), showsUpdate };
}

/** Contract, Resources: ISO 8601 in UTC, so text without an offset is UTC too. */
export function timeOf(value: unknown, otherwise = NaN): number {
	return msOf(value) ?? otherwise;
}

/**
 * The server's time as far as its own answers prove it, in ms: never ahead of it, behind it where nothing
 * happens and no Date header comes. The clock of this machine has no part in it.
 *
 * A record's time counts up to the answer's Date header, so that a single one from the future does not put
 * everything else into the past. `begin` is told the header itself: what is old must not count as new.
 */
export class ServerClock {
	private header = 0;
	private heardAt?: number;

	/** @param offset by how much the server's clock is ahead of this machine's at the least, in ms, as far as it is known */
	constructor(
		private time = 0,
		private offset?: number,
	) {}

	/** By how much the server's clock is ahead of this machine's at the least, in ms, as records proved it. */
	get ahead(): number | undefined {
		return this.offset;
	}

	/**
	 * What time it is: by the Date header; where none comes, by this machine's clock as far as records proved that the
	 * server's is no less far. Never ahead of the server's.
	 */
	get present(): number {
		// Where it is known when an answer came, the offset is too.
		return this.hasHeader || this.heardAt === undefined ? this.latest : Math.max(this.latest, this.heardAt + this.offset!);
	}

	/** The latest time that records showed. */
	get now(): number {
		return this.time;
	}

	/** The latest time of all: for beginnings. */
	get latest(): number {
		return Math.max(this.time, this.header);
	}

	/** When an inbox begins that begins now: where records alone show the time, what is as old as the latest of them was there, listed or not. */
	get beginning(): number {
		return this.hasHeader ? this.latest : this.latest + 1;
	}

	/** Whether an answer had a Date header: without one, a beginning is no later than the records that were read by then. */
	get hasHeader(): boolean {
		return this.header > 0;
	}

	/** Learns from one page. */
	hear(page: Pick<PageRead, 'serverTime' | 'heardAt'>, times: number[]): void {
		const bound = page.serverTime ?? Infinity;
		for (const time of times) if (!Number.isNaN(time)) this.time = Math.max(this.time, rules.believedTime(time, bound));
		if (page.heardAt !== undefined && this.time > 0) {
			this.heardAt = page.heardAt;
			this.offset = Math.max(this.offset ?? -Infinity, this.time - page.heardAt);
		}
		if (page.serverTime === undefined) return;
		this.header = Math.max(this.header, page.serverTime);
		if (this.time === 0) this.time = page.serverTime;
	}
}

/** Where the order is by nothing that the records show, so many pages in a row without anything new end a reading. */
const QUIET_PAGES = 2;

/**
 * What the pages of a listing, read from the newest down, prove about what was not read yet.
 *
 * A page is one answer, so it is in order by the true key, whichever that is. A key by which it is not in
 * order is ruled out; everything below is only taken as old when it is by each key that is left. So under
 * creation order an old conversation that was touched just now does not make the reading go on, and under
 * activity order a touched one on top does not end it.
 */
export class SortKeyProof {
	private possible = [...rules.sortKeys];
	private readonly lowest = { created: Infinity, updated: Infinity, lastMessage: Infinity };
	/** The latest creation on each of the last pages. */
	private newestOfPages = new Array<number>(QUIET_PAGES).fill(Infinity);

	/** Learns from one page, in the server's order. */
	read(page: Times[]): void {
		this.possible = this.possible.filter((key) => page.every((times, index) => index === 0 || times[key] <= page[index - 1]![key]));
		for (const key of rules.sortKeys) for (const times of page) this.lowest[key] = Math.min(this.lowest[key], times[key]);
		this.newestOfPages = [...this.newestOfPages.slice(1), Math.max(...page.map(({ created }) => created))];
	}

	/** True when nothing that follows can have been created at `floor` (ms) or later. */
	isBelow(floor: number): boolean {
		if (this.possible.length > 0) return this.possible.every((key) => this.lowest[key] < floor);
		// By none of the keys: then pages without anything new are the best evidence there is.
		return this.newestOfPages.every((newest) => newest < floor);
	}
}
