import type { IDataObject } from 'n8n-workflow';

import { entriesOf, NOTHING, VALUE_LENGTH, withPrints } from './fingerprints';
import type { AcceptedPageSize, Position } from './paging';
import { rules } from './seams';
import type { Times } from './times';
import type { StoredWait } from './waits';
import { convertFingerprint, UNKNOWN, valueAt, type Watched } from './watched';

export interface WatchOptions {
	inboxIds: string[];
	/** Start From in ms, where it is set anew and counts for all of these inboxes; absent means that it is not. */
	startFrom?: number;
	/** Start From was taken away: an inbox that still waits for its time begins now. */
	startFromRemoved?: boolean;
	/** How late a record may appear, in ms. */
	lookBack: number;
	/** How many of the newest conversations are read at every poll. */
	conversations: number;
	/** Whether an event is told whose value before is not known. */
	tellsUnknown: boolean;
	/** The readings of a trigger that remember conversations share the room for it; 1 where this is the only one. */
	sharers?: number;
	size: AcceptedPageSize;
}

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
	/** By how much the server's clock is ahead of this machine's, in ms, as far as it is known; and who waits for an answer. */
	ahead?: number;
	waits?: StoredWait[];
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
	const before = (width / names.length) * state.names.length;
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

/**
 * A conversation that was touched no later than this after its creation, in ms, shows how it began too, in a helpdesk that
 * touches every new one once more: where so many are known, and hardly any that was not touched at all.
 */
const STILL_NEW_MS = 1_000;
const MIN_OF_STILL_NEW = 3;
const STILL_NEW = '~';

/** Key of the examples under which a character stands for each of the latest: touched once more, or not at all. */
const MARKS = '#';

/** Examples that are kept of each field: settings change, so the latest count. */
const MAX_EXAMPLES = 12;

/** The part of the examples that makes a value the usual one. */
const USUAL = 0.7;

/** By field: hashes of the values with which the latest conversations began, packed. */
export type Examples = Record<string, string>;

/**
 * With which values conversations of one inbox begin, learned from those that nobody has touched. A conversation that
 * is first seen after it was changed is told where it cannot have begun as it is.
 */
export class Beginnings {
	constructor(
		private readonly watched: Watched,
		readonly examples: Examples,
		/** The helpdesk shows when a record was updated. */
		private readonly showsUpdates: () => boolean,
		/** Of the other inboxes, for one that has none yet. */
		private readonly others: () => Examples[],
	) {}

	/**
	 * Learns from a conversation that is seen for the first time.
	 *
	 * @param isNew it was created since the last look
	 */
	learn({ created, latest }: Times, print: string, isNew: boolean): void {
		if (!this.showsUpdates()) return;
		const isStillNew = latest <= created + STILL_NEW_MS;
		if (!isStillNew && !isNew) return;
		const group = latest === created ? '' : STILL_NEW;
		this.watched.names.forEach((name, index) => {
			// One that was touched later than that tells nothing but that not all are still new.
			const examples = (this.examples[group + name] ?? '') + (isStillNew ? valueAt(print, index) : UNKNOWN);
			this.examples[group + name] = examples.slice(-MAX_EXAMPLES * VALUE_LENGTH);
		});
	}

	/** Whether its helpdesk touched a conversation once more: counted once, when it waits for its turn no more. */
	mark({ created, latest }: Times): void {
		if (latest <= created + STILL_NEW_MS)
			this.examples[MARKS] = ((this.examples[MARKS] ?? '') + (latest === created ? '-' : STILL_NEW)).slice(-MAX_EXAMPLES);
	}

	/**
	 * The fields whose values cannot be how the conversation began. Where nothing shows whether it was touched, that is
	 * every field that holds something.
	 */
	changedSinceCreation(record: IDataObject, { created, latest }: Times, print: string): string[] {
		const isKnown = this.showsUpdates();
		const isTouched = !isKnown || latest > created + (this.touchesAll() ? STILL_NEW_MS : 0);
		return this.watched.names.filter((name, index) => {
			if (name === 'subject' && 'updated_subject' in record && (!record.updated_subject || record.updated_subject !== record.subject))
				return Boolean(record.updated_subject);
			return !rules.canBeHowItBegan(valueAt(print, index), isKnown ? this.usual(name) : NOTHING, isTouched);
		});
	}

	private usual(name: string): string | undefined {
		const examples = this.examplesOf(name);
		// Where no beginning is known, a field that holds nothing began so: it was hardly emptied.
		if (examples.every((value) => value === UNKNOWN)) return NOTHING;
		const count = (value: string) => examples.filter((other) => other === value).length;
		return examples.find((value) => count(value) >= examples.length * USUAL);
	}

	private examplesOf(name: string): string[] {
		const untouched = this.examples[name] ?? this.ofAll(name);
		if (untouched !== '' && !this.touchesAll()) return [...entriesOf(untouched, VALUE_LENGTH)];
		const stillNew = [...entriesOf(this.ofAll(STILL_NEW + name), VALUE_LENGTH)];
		return stillNew.length >= MIN_OF_STILL_NEW ? stillNew : [];
	}

	/**
	 * Whether the helpdesk touches every new conversation once more: nearly all of the latest. A few are looked at before
	 * that touch.
	 */
	private touchesAll(): boolean {
		const marks = this.ofAll(MARKS);
		const count = marks.split(STILL_NEW).length - 1;
		return count >= MIN_OF_STILL_NEW && count >= marks.length * USUAL;
	}

	private ofAll(key: string): string {
		return this.others()
			.map((examples) => examples[key] ?? '')
			.join('');
	}
}
