import type { IDataObject } from 'n8n-workflow';

import { entriesOf, ID_LENGTH } from './fingerprints';
import { rules, type CreatedCursor, type Span } from './seams';

export type { CreatedCursor };

/** What is kept between polls. */
export interface CreatedState {
	/** The latest time that the server's records showed, in ms. */
	clock: number;
	inboxes: Record<string, CreatedCursor>;
	/** All that are told and were created since then, in ms, are among the seen. */
	seenFrom: number;
	/** Conversations that are told or were there before, of all inboxes, because conversations move; packed. */
	seen: string;
}

/** An entry is an id's hash and the second of its creation, in base 36. */
const SECOND_LENGTH = 6;
const WIDTH = ID_LENGTH + SECOND_LENGTH;
const LATEST_SECOND = 36 ** SECOND_LENGTH - 1;

/** Conversations that are remembered at the most, at 14 bytes each: 217 KB. */
export const MAX_SEEN = 15_500;

/** So many of the newest stay remembered in any case: one that was told may be moved to an inbox for which Start From is set later. 42 KB. */
const MIN_SEEN = 3_000;

/** Conversations that were dealt with: id's hash to the second of creation, which is in capitals for one that was not told but there before. */
export class Seen {
	private readonly seconds = new Map<string, number>();
	private readonly untold = new Set<string>();

	constructor(packed = '') {
		for (const entry of entriesOf(packed, WIDTH)) {
			const [hash, second] = [entry.slice(0, ID_LENGTH), entry.slice(ID_LENGTH)];
			this.seconds.set(hash, parseInt(second, 36));
			if (second !== second.toLowerCase()) this.untold.add(hash);
		}
	}

	get size(): number {
		return this.seconds.size;
	}

	has(hash: string): boolean {
		return this.seconds.has(hash);
	}

	/** @param created ms */
	add(hash: string, created: number, isTold = true): void {
		if (!isTold && !this.seconds.has(hash)) this.untold.add(hash);
		if (isTold) this.untold.delete(hash);
		this.seconds.set(hash, Math.min(Math.max(Math.floor(created / 1000), 0), LATEST_SECOND));
	}

	/** Start From was moved: what was there before may count now. */
	forgetUntold(): void {
		for (const hash of this.untold) this.seconds.delete(hash);
		this.untold.clear();
	}

	/** Those that were created at `lowest` (ms) or later: nothing else is asked for again. */
	packFrom(lowest: number): string {
		const kept = [...this.seconds].filter(([, second]) => (second + 1) * 1000 > lowest);
		return kept
			.map(([hash, second]) => {
				const text = second.toString(36).padStart(SECOND_LENGTH, '0');
				return hash + (this.untold.has(hash) ? text.toUpperCase() : text);
			})
			.join('');
	}

	/** The creation in ms from which on so many fit; -Infinity where all do. */
	lowestThatFits(most: number): number {
		if (this.size <= most) return -Infinity;
		const seconds = [...this.seconds.values()].sort((a, b) => a - b);
		return (seconds[seconds.length - most - 1]! + 1) * 1000;
	}
}

/** The cursor with one more span dealt with: those it has do not touch one another, and come in order. */
export function withDealt(cursor: CreatedCursor, from: number, to: number): CreatedCursor {
	if (to <= from) return cursor;
	const dealt: Span[] = [];
	let span: Span = [from, to];
	for (const other of cursor.dealt) {
		if (other[1] < span[0] || other[0] > span[1]) dealt.push(other);
		else span = [Math.min(span[0], other[0]), Math.max(span[1], other[1])];
	}
	return { ...cursor, dealt: [...dealt, span].sort((a, b) => a[0] - b[0]) };
}

/** The cursor with nothing dealt with from a time in ms on. */
export function withoutDealt(cursor: CreatedCursor, time: number): CreatedCursor {
	return { ...cursor, dealt: cursor.dealt.filter(([from]) => from < time).map(([from, to]) => [from, Math.min(to, time)]) };
}

/** The cursor with another Start From: what is told already is not told again; what lies between is, and what was there at the beginning. */
export function withFloor({ dealt, there = -Infinity, ...cursor }: CreatedCursor, floor: number): CreatedCursor {
	const isBeginning = ([from, to]: Span) => from <= there && there < to;
	return { ...cursor, floor, candidate: 0, dealt: dealt.map((span) => (isBeginning(span) ? [there + 1, span[1]] : span)) };
}

/**
 * The state as it is saved. Where more was created within Look Back than can be remembered, Look Back gets shorter:
 * nothing is told twice, but what appears late may be missed.
 *
 * @param seenFrom since when (ms) all that are told are among the seen
 */
export function closeState(clock: number, cursors: Map<string, CreatedCursor>, seen: Seen, seenFrom: number): CreatedState {
	const downTo = Math.min(Infinity, ...[...cursors.values()].map(rules.readDownTo));
	const lowest = rules.rememberFrom(downTo, seen.lowestThatFits(MIN_SEEN));
	const packed = seen.packFrom(lowest);
	const fits = packed.length > MAX_SEEN * WIDTH ? new Seen(packed).lowestThatFits(MAX_SEEN) : -Infinity;
	const inboxes = Object.fromEntries([...cursors].map(([id, cursor]) => [id, raised(cursor, fits)]));
	return { clock, inboxes, seenFrom: Math.max(seenFrom, Math.min(downTo, clock), fits), seen: fits > lowest ? seen.packFrom(fits) : packed };
}

/** Gives up what was created before `fits` (ms). */
function raised(cursor: CreatedCursor, fits: number): CreatedCursor {
	const { floor, candidate } = cursor;
	if (rules.readDownTo(cursor) >= fits) return { ...cursor };
	return { ...withDealt(cursor, floor, fits), candidate: Math.max(candidate, fits) };
}

/** A conversation that is to be emitted. */
export interface Found {
	record: IDataObject;
	hash: string;
	created: number;
	inboxId: string;
}

/**
 * The oldest of what a reading found, in order of creation. What is more than can be held is left to
 * the next reading: `complete` says from when on.
 */
export class Backlog {
	held: Found[] = [];
	/** Everything created before this time in ms is held. */
	complete = Infinity;

	constructor(private readonly most: number) {}

	add(found: Found): void {
		this.held.push(found);
		if (this.held.length >= 2 * this.most) this.trim();
	}

	/** The held ones in order, all that there will be. */
	oldest(): Found[] {
		this.trim();
		return this.held;
	}

	/** Whether an inbox has one that was created before `time` (ms). */
	hasBefore(inboxId: string, time: number): boolean {
		return this.held.some((found) => found.inboxId === inboxId && found.created < time);
	}

	private trim(): void {
		this.held.sort(byCreation);
		for (const { created } of this.held.splice(this.most)) this.complete = Math.min(this.complete, created);
	}
}

function byCreation(a: Found, b: Found): number {
	return rules.order(a.created, b.created) || ticketOf(a) - ticketOf(b) || (String(a.record.id) < String(b.record.id) ? -1 : 1);
}

/** Breaks ties where the record has it (contract, Conversation: ticket_id). */
function ticketOf({ record }: Found): number {
	return typeof record.ticket_id === 'number' ? record.ticket_id : 0;
}
