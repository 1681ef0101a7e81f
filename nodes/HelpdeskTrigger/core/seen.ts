import { entriesOf, ID_LENGTH } from './shortHash';

/** An entry is an id's hash and the second of its creation, in base 36. */
const SECOND_LENGTH = 6;
const WIDTH = ID_LENGTH + SECOND_LENGTH;
const LATEST_SECOND = 36 ** SECOND_LENGTH - 1;

/** Ids that the whole trigger remembers, at 14 bytes each: 217 KB. */
export const MOST_SEEN = 15_500;

/** Which conversations of one inbox were dealt with: id's hash to second of creation. */
export type Seen = Map<string, number>;

export function unpackSeen(packed: string): Seen {
	const seen: Seen = new Map();
	for (const entry of entriesOf(packed, WIDTH)) seen.set(entry.slice(0, ID_LENGTH), parseInt(entry.slice(ID_LENGTH), 36));
	return seen;
}

export function packSeen(seen: Seen): string {
	return [...seen].map(([hash, second]) => hash + second.toString(36).padStart(SECOND_LENGTH, '0')).join('');
}

export function secondOf(created: number): number {
	return Math.min(Math.max(Math.floor(created / 1000), 0), LATEST_SECOND);
}

/** Forgets what lies below `floor` (ms): it is never asked for again. */
export function forgetBelow(seen: Seen, floor: number): void {
	for (const [hash, second] of seen) if ((second + 1) * 1000 <= floor) seen.delete(hash);
}

/**
 * The floor in ms from which so many ids fit into the state; -Infinity where all do. More than that within
 * Look Back shortens Look Back: nothing is emitted twice, but what appears late may be missed.
 */
export function floorThatFits(inboxes: Seen[], most: number): number {
	const count = inboxes.reduce((sum, { size }) => sum + size, 0);
	if (count <= most) return -Infinity;
	const seconds = inboxes.flatMap((seen) => [...seen.values()]).sort((a, b) => a - b);
	return (seconds[seconds.length - most - 1]! + 1) * 1000;
}
