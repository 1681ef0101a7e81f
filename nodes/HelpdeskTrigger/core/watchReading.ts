import { Memory } from './memory';
import { ServerClock } from './serverClock';
import { idHash } from './shortHash';
import { Sightings } from './sightings';
import type { Outcome, PageRead } from './steps';
import { advance, type Sweep } from './sweep';
import { timesOf } from './times';
import type { Watched } from './watched';
import type { WatchCursor, WatchOptions, WatchState } from './watchState';
import type { Window } from './window';
import { Words } from './words';

/** What a poll over all inboxes knows so far. */
export class WatchReading {
	private readonly clock: ServerClock;
	private readonly words: Words;
	private readonly memory: Memory;
	private readonly sightings: Sightings;
	private readonly inboxes: Record<string, WatchCursor>;
	private readonly beginning = new Set<string>();
	private readonly moved = new Map<string, Sweep & { ended: boolean }>();

	constructor(
		old: WatchState | undefined,
		private readonly watched: Watched,
		private readonly options: WatchOptions,
	) {
		const { startFrom = 0, lookBack, inboxIds } = options;
		// Marks of something else do not compare: then it begins anew.
		const last = old?.signature === watched.signature ? old : undefined;
		this.clock = new ServerClock(last?.clock);
		this.words = new Words(last?.words);
		this.memory = new Memory(last?.memory ?? '', watched.width);
		this.sightings = new Sightings(this.memory, this.words, watched, last ? last.clock - lookBack : startFrom);
		this.inboxes = Object.fromEntries(inboxIds.flatMap((id) => (last?.inboxes[id] ? [[id, last.inboxes[id]]] : [])));
	}

	/** Takes in one page of an inbox. */
	take(inboxId: string, page: PageRead): void {
		const times = page.records.map(timesOf);
		this.clock.hear(page, times);
		this.inboxes[inboxId] ??= this.begin(inboxId);
		const since = this.lastCertainLook(inboxId);
		page.records.forEach((record, index) => this.sightings.add({ record, times: times[index]!, inboxId }, since));
	}

	/** Where the sweep goes on; it begins at `start`. */
	placeOf(inboxId: string, start: number): number {
		return Math.max(start, this.inboxes[inboxId]!.at);
	}

	/** A window of the sweep was read. */
	swept(inboxId: string, window: Window, page: PageRead, start: number): void {
		const { at, anchors } = this.inboxes[inboxId]!;
		const sweep = at < start ? { at: start, anchors: '' } : { at, anchors };
		const hashes = page.records.map(({ id }) => idHash(id));
		this.moved.set(inboxId, advance(sweep, window, hashes, page.lastPage, start));
	}

	/** The inbox has no older conversations than those just read. */
	readWhole(inboxId: string): void {
		this.moved.set(inboxId, { at: 0, anchors: '', ended: true });
	}

	/**
	 * Events in order, at most as many as one poll may emit. What is left over stays as it was, and its
	 * inbox's sweep too, so that the next poll finds it again.
	 */
	finish(): Outcome<WatchState> {
		const { events, leftOver } = this.sightings.conclude(this.options.maxEvents);
		const inboxes = { ...this.inboxes };
		for (const [inboxId, { at, anchors, ended }] of this.moved) {
			if (leftOver.has(inboxId)) continue;
			const cursor = inboxes[inboxId]!;
			const round = ended ? { since: cursor.round, round: this.clock.now } : {};
			inboxes[inboxId] = { ...cursor, ...round, at, anchors };
		}
		const { signature } = this.watched;
		const state = { clock: this.clock.now, signature, memory: this.memory.pack(), words: this.words.stored(), inboxes };
		return { events, state };
	}

	private begin(inboxId: string): WatchCursor {
		const { startFrom } = this.options;
		if (startFrom === undefined) this.beginning.add(inboxId);
		const from = startFrom ?? this.clock.now;
		return { from, since: from, round: from, at: 0, anchors: '' };
	}

	/** Since when (ms) a change can have gone unnoticed in a conversation that is not remembered. */
	private lastCertainLook(inboxId: string): number {
		if (this.beginning.has(inboxId)) return Infinity;
		const { from, since } = this.inboxes[inboxId]!;
		return Math.max(from, since - this.options.lookBack);
	}
}
