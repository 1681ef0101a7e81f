import type { Times } from './times';

/** What "newest" may go by: the specification shows the word and not its meaning. */
const KEYS = ['created', 'updated', 'lastMessage'] as const;
type Key = (typeof KEYS)[number];

/**
 * What the pages of a listing, read from the newest down, prove about what was not read yet.
 *
 * A page is one answer, so it is in order by the true key, whichever that is. A key by which it is not in
 * order is ruled out; everything below is only taken as old when it is by each key that is left. So under
 * creation order an old conversation that was touched just now does not make the reading go on, and under
 * activity order a touched one on top does not end it.
 */
export class Descent {
	private possible: Key[] = [...KEYS];
	private readonly lowest: Record<Key, number> = { created: Infinity, updated: Infinity, lastMessage: Infinity };
	private newestOfPage = Infinity;

	/** Learns from one page, in the server's order. */
	read(page: Times[]): void {
		this.possible = this.possible.filter((key) => page.every((times, index) => index === 0 || times[key] <= page[index - 1]![key]));
		for (const key of KEYS) for (const times of page) this.lowest[key] = Math.min(this.lowest[key], times[key]);
		this.newestOfPage = Math.max(-Infinity, ...page.map(({ created }) => created));
	}

	/** True when nothing that follows can have been created at `floor` (ms) or later. */
	isBelow(floor: number): boolean {
		if (this.possible.length > 0) return this.possible.every((key) => this.lowest[key] < floor);
		// By none of the keys: then a page without anything new is the best evidence there is.
		return this.newestOfPage < floor;
	}
}
