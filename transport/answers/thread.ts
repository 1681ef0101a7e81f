import type { IDataObject } from 'n8n-workflow';

import { threadEntry, type ThreadEntry } from './message';
import { isObject, PageError } from './shape';

/** A conversation's thread. */
export interface Thread {
	/** The oldest first. */
	entries: ThreadEntry[];
	/** The same as they were listed, turned round where that was from new to old. */
	listed: ThreadEntry[];
	/** False where neither times nor anything else tell which of two entries came first. */
	isOrdered: boolean;
}

/**
 * The entries of a thread, the oldest first: by their times, and those of one time in the order of the listing, which goes
 * one way or the other (contract, Endpoint details not shown). A listing whose times tell nothing is taken as it is.
 *
 * @throws {PageError} for an entry that is no record
 */
export function threadOf(rows: unknown[], contact?: IDataObject): Thread {
	const entries = rows.map((row) => {
		if (!isObject(row)) throw new PageError('an entry of the conversation is no record');
		return threadEntry(row, contact);
	});
	const isNewestFirst = directionOf(entries) < 0;
	const listed = isNewestFirst ? [...entries].reverse() : entries;
	const isOrdered = entries.length < 2 || (directionOf(entries) !== 0 && entries.every(({ at }) => at !== undefined));
	// A stable sort: entries of one time stay as they were listed. One without a time stays behind the one before it.
	let last = Number.MIN_SAFE_INTEGER;
	const placed = listed.map((entry) => ({ entry, at: (last = entry.at ?? last) }));
	return { entries: placed.sort((a, b) => a.at - b.at).map(({ entry }) => entry), listed, isOrdered };
}

/** Above 0 where more neighbours go from old to new, below 0 where more go the other way. */
function directionOf(entries: ThreadEntry[]): number {
	const times = entries.flatMap(({ at }) => at ?? []);
	return times.reduce((sum, at, index) => sum + (index === 0 ? 0 : Math.sign(at - times[index - 1]!)), 0);
}
