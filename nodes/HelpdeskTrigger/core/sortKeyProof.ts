import { rules } from './seams';
import type { Times } from './times';

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
	private readonly newestOfPages: number[] = [];

	/** Learns from one page, in the server's order. */
	read(page: Times[]): void {
		this.possible = this.possible.filter((key) => page.every((times, index) => index === 0 || times[key] <= page[index - 1]![key]));
		for (const key of rules.sortKeys) for (const times of page) this.lowest[key] = Math.min(this.lowest[key], times[key]);
		this.newestOfPages.push(Math.max(-Infinity, ...page.map(({ created }) => created)));
	}

	/** True when nothing that follows can have been created at `floor` (ms) or later. */
	isBelow(floor: number): boolean {
		if (this.possible.length > 0) return this.possible.every((key) => this.lowest[key] < floor);
		// By none of the keys: then pages without anything new are the best evidence there is.
		return this.newestOfPages.length >= QUIET_PAGES && this.newestOfPages.slice(-QUIET_PAGES).every((newest) => newest < floor);
	}
}
