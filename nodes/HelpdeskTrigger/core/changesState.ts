import type { Examples } from './beginnings';
import { withPrints } from './fingerprints';
import type { Position } from './paging';
import { convertFingerprint, MESSAGE, type Watched } from './watched';

/** What is kept of one inbox: where its sweep, or its first reading, goes on. Times in ms, of the server. */
export interface WatchCursor extends Position {
	/** Nothing before counts. */
	from: number;
	/** When the poll in which it began was over: what was touched before is as it is. Absent until then. */
	begun?: number;
	/** Every conversation that was created before has been looked at. */
	certain: number;
	/** When this round began. */
	round: number;
	/** It was read whole once. */
	isLearned: boolean;
	examples: Examples;
	/** Start From was moved to an earlier time: what lies between is still to be told. */
	gap?: { from: number; to: number };
	/** Watch was widened: a conversation that was touched since then may have changed in what was not watched before. */
	widened?: number;
}

export interface WatchState {
	/** The latest time that the server's records showed. */
	clock: number;
	/** What the fingerprints are made of. */
	names: string[];
	/** Watch was widened in this very poll, so that what it finds is how it is. */
	isWidening?: boolean;
	prints: string;
	hasForgotten: boolean;
	/** Counts the rounds in which every inbox was read whole, and when (ms) the present one began. */
	round: { number: number; since: number };
	values: Record<string, unknown>;
	showsUpdates: boolean;
	inboxes: Record<string, WatchCursor>;
	/** The inbox to begin with, so that each gets its turn. */
	next: string;
}

/** A Date header tells seconds, so that records may say so many ms more. */
const LATEST_OF_SECOND = 999;

/** An inbox that begins at a time in ms. */
export function begunAt(time: number): WatchCursor {
	return { from: time, certain: time, round: time, isLearned: false, examples: {}, at: 0 };
}

/**
 * With what a changed Start From makes of it; undefined for an inbox that is to begin.
 *
 * @param now the server's time, in ms
 */
export function withStartFrom(
	cursor: WatchCursor | undefined,
	{ startFrom, startFromRemoved }: { startFrom?: number; startFromRemoved?: boolean },
	now: number,
): WatchCursor | undefined {
	if (startFromRemoved && cursor && cursor.from > now) return undefined;
	if (!cursor) return startFrom === undefined ? undefined : begunAt(startFrom);
	const copy = { ...cursor, examples: { ...cursor.examples } };
	if (startFrom === undefined) return copy;
	// What the look at the beginning found was told by nobody, also where it came in the second of its end.
	const to = cursor.gap?.to ?? Math.max(cursor.from, (cursor.begun ?? 0) + LATEST_OF_SECOND);
	if (startFrom >= to) return { ...copy, from: startFrom, gap: undefined };
	return { ...copy, from: startFrom, gap: { from: startFrom, to }, isLearned: false, at: 0 };
}

/**
 * With fingerprints of other fields: what was not watched before begins anew, and is learned at once; from the last
 * look on, where the poll in which Watch was widened could not look.
 */
export function rewatched(state: WatchState, { names, width }: Watched): WatchState {
	if (state.names.join() === names.join()) return state.isWidening ? { ...state, isWidening: undefined } : state;
	const before = names[0] === MESSAGE ? width : (width / names.length) * state.names.length;
	const isWider = names.some((name) => !state.names.includes(name));
	const inboxes = Object.entries(state.inboxes).map(
		([id, cursor]) => [id, isWider ? { ...cursor, widened: state.clock + 1, isLearned: false, at: 0 } : cursor] as const,
	);
	return {
		...state,
		names,
		isWidening: isWider || undefined,
		inboxes: Object.fromEntries(inboxes),
		prints: withPrints(state.prints, before, convertFingerprint(state.names, names)),
	};
}
