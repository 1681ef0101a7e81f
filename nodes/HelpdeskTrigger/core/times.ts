import type { IDataObject } from 'n8n-workflow';

import type { PageRead } from './protocol';
import { rules } from './seams';

/** When things happened to a conversation, in ms since the epoch (specification, Conversation). */
export interface Times {
	created: number;
	updated: number;
	lastMessage: number;
	/** The latest of them: no later than the server's clock when the record was read. */
	latest: number;
	/** The record has a place for when it was updated. */
	showsUpdate: boolean;
}

/** The times that a record shows; one that is missing is that of its creation. NaN where that is missing too. */
export function timesOf(record: IDataObject): Times {
	const created = timeOf(record.created_at);
	const updated = timeOf(record.updated_at, created);
	const lastMessage = timeOf(record.last_message_created_at, created);
	const showsUpdate = record.updated_at !== undefined;
	return { created, updated, lastMessage, latest: Math.max(created, lastMessage, updated), showsUpdate };
}

/** Specification, Resources: ISO 8601 in UTC, so text without an offset is UTC too. */
export function timeOf(value: unknown, otherwise = NaN): number {
	if (typeof value !== 'string') return otherwise;
	const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? otherwise : time;
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

	constructor(private time = 0) {}

	/** The latest time that records showed. */
	get now(): number {
		return this.time;
	}

	/** The latest time of all: for beginnings. */
	get latest(): number {
		return Math.max(this.time, this.header);
	}

	/** Whether an answer had a Date header: without one, a beginning is no later than the records that were read by then. */
	get hasHeader(): boolean {
		return this.header > 0;
	}

	/** Learns from one page. */
	hear(page: Pick<PageRead, 'serverTime'>, times: number[]): void {
		const bound = page.serverTime ?? Infinity;
		for (const time of times) if (!Number.isNaN(time)) this.time = Math.max(this.time, rules.believedTime(time, bound));
		if (page.serverTime === undefined) return;
		this.header = Math.max(this.header, page.serverTime);
		if (this.time === 0) this.time = page.serverTime;
	}
}
