import { entriesOf, ID_LENGTH } from './shortHash';
import { goOn, overlapOf, type Window } from './window';

/** Where the sweep through the older conversations of an inbox stands. */
export interface Sweep {
	/** Place in the listing from which on nothing was read in this round; 0 is the newest. */
	at: number;
	/** The ids' hashes of the last records before that place, packed. */
	anchors: string;
}

/**
 * Where the sweep stands after a window was read.
 *
 * @param hashes of the window's ids, in order
 * @param lastPage at the window's page size
 * @param start where a round begins: behind what is read at every poll
 * @returns `ended` when the round has reached the end of the listing
 */
export function advance(sweep: Sweep, window: Window, hashes: string[], lastPage: number, start: number): Sweep & { ended: boolean } {
	const anchors = new Set(entriesOf(sweep.anchors, ID_LENGTH));
	const joins = anchors.size === 0 || hashes.some((hash) => anchors.has(hash));
	const { place, joined, isEnd } = goOn(sweep.at, window, { count: hashes.length, lastPage, joins }, start);
	if (isEnd || place <= start) return { at: start, anchors: '', ended: isEnd };
	return { at: place, anchors: joined ? hashes.slice(-overlapOf(window.perPage)).join('') : sweep.anchors, ended: false };
}
