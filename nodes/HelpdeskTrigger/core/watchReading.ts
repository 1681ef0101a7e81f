import type { IDataObject } from 'n8n-workflow';

import { isObject, threadOf } from '../../../transport';
import { ChangeDetector, type Ground } from './changeDetector';
import { Beginnings, begunAt, withStartFrom, type WatchCursor, type WatchOptions, type WatchState } from './changesState';
import { FingerprintStore, idHash, MAX_FINGERPRINTS, ValueTable } from './fingerprints';
import type { Position, WalkPage } from './paging';
import { askRoom, type Asking, type Outcome, type PageRead } from './protocol';
import { rules } from './seams';
import { ServerClock, timesOf } from './times';
import { WAITING } from './views';
import type { Waits } from './waits';
import { valueAt, type Watched } from './watched';

/** What one poll that compares conversations knows so far. */
export class WatchReading {
	private readonly clock: ServerClock;
	private readonly values: ValueTable;
	private readonly store: FingerprintStore;
	private readonly detector: ChangeDetector;
	private readonly cursors = new Map<string, WatchCursor>();
	private readonly grounds = new Map<string, Ground>();
	/** Inboxes that were read in this poll, with the server's time when that began. */
	private readonly began = new Map<string, number>();
	/** Where the newest conversations of an inbox with more of them end. */
	private readonly newest = new Map<string, Position>();
	private readonly moved = new Map<string, Position & { isEnd: boolean }>();
	private showsUpdates: boolean;
	private readonly round: WatchState['round'];
	private readonly isWidening: boolean;
	/** Who waits for an answer, where that is asked for; only they are due. */
	private readonly waits?: Waits;
	/** Those of them of whom this poll has asked. */
	private readonly wereDue = new Set<string | number>();

	constructor(
		old: WatchState | undefined,
		private readonly watched: Watched,
		private readonly options: WatchOptions,
	) {
		this.clock = new ServerClock(old?.clock, old?.ahead);
		this.values = new ValueTable(old?.values);
		this.showsUpdates = old?.showsUpdates ?? false;
		this.isWidening = old?.isWidening ?? false;
		this.round = old?.round ?? { number: 0, since: 0 };
		this.waits = watched.views?.waits;
		const most = Math.floor((MAX_FINGERPRINTS - (watched.views?.besides ?? 0)) / (options.sharers ?? 1));
		this.store = new FingerprintStore(old?.prints ?? '', {
			width: watched.width,
			round: this.round.number,
			hasForgotten: old?.hasForgotten,
			most,
		});
		this.detector = new ChangeDetector(this.store, this.values, watched, options.tellsUnknown);
		for (const inboxId of options.inboxIds) {
			const cursor = withStartFrom(old?.inboxes[inboxId], options, this.clock.now);
			if (cursor) this.cursors.set(inboxId, cursor);
		}
	}

	/** Takes in one page of an inbox. */
	take(inboxId: string, page: WalkPage): void {
		const times = page.records.map(timesOf);
		this.clock.hear(
			page,
			times.map(({ latest }) => latest),
		);
		this.showsUpdates ||= times.some(({ showsUpdate }) => showsUpdate);
		if (!this.began.has(inboxId)) this.began.set(inboxId, this.clock.now);
		const ground = this.groundOf(inboxId);
		page.records.forEach((record: IDataObject, index) => this.detector.add(record, times[index]!, ground, this.clock.present));
	}

	/** Who waits, is due by now, and was not seen in this poll or is hidden behind a note; of inboxes that were read. Each once a poll, as many as it can. */
	due(): Array<{ id: string | number; inboxId: string }> {
		const { waits, wereDue } = this;
		if (!waits || !rules.readsWhoIsDue) return [];
		const due = waits.due(this.clock.present, (hash, inboxId) => !this.detector.sighting(hash) && this.began.has(inboxId));
		const fresh = due.filter(({ id }) => !wereDue.has(id)).slice(0, rules.mostRequests - wereDue.size);
		for (const { id } of fresh) wereDue.add(id);
		return fresh;
	}

	/** Takes in one that was due: it may not be there any more, or have gone to another inbox, where it waits on if that one is chosen. */
	takeDue(id: string | number, inboxId: string, page: PageRead): void {
		const [record] = page.records;
		const isIn = String(record?.inbox_id ?? inboxId);
		if (!record || !this.options.inboxIds.includes(isIn)) return this.waits!.forget(id);
		const times = timesOf(record);
		this.clock.hear(page, [times.latest]);
		this.detector.add(record, times, this.groundOf(isIn), this.clock.present, WAITING);
	}

	hasSeen(id: string | number): boolean {
		return this.detector.sighting(idHash(id)) !== undefined;
	}

	/** Whether the thread of one that is due is to be heard before it is told. */
	wantsThread(id: string | number): boolean {
		return this.waits!.wantsThread(id);
	}

	/** Takes in the thread of one that is due; without entries it tells nothing. */
	takeThread(id: string | number, entries: IDataObject[] = []): void {
		const { record, times, ground } = this.detector.sighting(idHash(id))!;
		const contact = isObject(record.contact) ? record.contact : undefined;
		this.waits!.hear(id, threadOf(entries, contact));
		this.detector.add(record, times, ground, this.clock.present, WAITING);
	}

	/** The newest conversations were all that there are. */
	readWhole(inboxId: string): void {
		this.moved.set(inboxId, { at: 0, isEnd: true });
	}

	/** Older ones follow at a position. */
	readNewest(inboxId: string, position: Position): void {
		this.newest.set(inboxId, position);
	}

	/** Where the reading of older conversations goes on; undefined where there are none, or the inbox was not read. */
	placeOf(inboxId: string): { from: Position; first: number } | undefined {
		const newest = this.newest.get(inboxId);
		if (!newest) return undefined;
		const { at } = this.moved.get(inboxId) ?? this.cursors.get(inboxId)!;
		return at > newest.at ? { from: { at }, first: newest.at } : { from: newest, first: 0 };
	}

	/** Whether an inbox that is new has still to be read further. */
	isToBeLearned(inboxId: string): boolean {
		return this.newest.has(inboxId) && !this.cursors.get(inboxId)!.isLearned && !this.moved.get(inboxId)?.isEnd;
	}

	/** Whether all that this poll has seen can be remembered with so many more: what is told and then forgotten would be told again. */
	hasRoom(more: number): boolean {
		return rules.canRemember(this.detector.seen + more, this.store.capacity);
	}

	/** The inbox cannot be read any further in this poll. */
	leave(inboxId: string): void {
		this.newest.delete(inboxId);
	}

	goneOn(inboxId: string, position: Position, isEnd: boolean): void {
		this.moved.set(inboxId, { ...position, isEnd });
	}

	/**
	 * Events in order, at most as many as there is room for. What is left over stays as it was, and its
	 * inbox's place too, so that the next poll finds it again.
	 *
	 * @param next the inbox with which the next poll begins
	 */
	*finish(next: string): Asking<WatchState, Outcome<WatchState>> {
		const { waits } = this;
		for (const id of waits?.unheard(this.clock.present) ?? []) this.takeThread(id);
		const news = this.detector.news(this.clock.present);
		const { room } = yield* askRoom(news.reduce((sum, { items }) => sum + items.length, 0));
		const { events, leftOver } = this.detector.conclude(news, room, this.clock.present);
		if (this.clock.latest > 0)
			for (const inboxId of this.options.inboxIds) this.cursors.set(inboxId, { begun: this.clock.beginning, ...this.cursorOf(inboxId) });
		const hasLooked = this.began.size > 0;
		if (this.isWidening && hasLooked)
			for (const [inboxId, cursor] of this.cursors) this.cursors.set(inboxId, { ...cursor, widened: this.clock.latest });
		for (const [inboxId, moved] of this.moved) {
			if (!leftOver.has(inboxId)) this.cursors.set(inboxId, this.movedOn(inboxId, this.cursors.get(inboxId)!, moved));
		}
		const place = this.watched.names.indexOf(WAITING);
		waits?.settle((hash) => valueAt(this.store.get(hash) ?? '', place));
		const state: WatchState = {
			clock: this.clock.now,
			...(waits && { ahead: this.clock.ahead, waits: waits.stored(this.options.inboxIds) }),
			names: this.watched.names,
			isWidening: (this.isWidening && !hasLooked) || undefined,
			prints: this.store.pack(),
			hasForgotten: this.store.hasForgotten,
			round: this.nextRound(),
			values: this.values.stored(),
			showsUpdates: this.showsUpdates,
			inboxes: Object.fromEntries(this.cursors),
			next,
		};
		return { events, state };
	}

	private movedOn(inboxId: string, cursor: WatchCursor, { at, isEnd }: Position & { isEnd: boolean }): WatchCursor {
		const isWhole = at === 0;
		const began = this.began.get(inboxId)!;
		// A round begins with the first place that it leaves behind: an inbox that begins at a Start From has no other time of it.
		if (!isEnd) return { ...cursor, at, round: cursor.at === 0 ? began : cursor.round };
		// Read whole in this poll, or in a round that began earlier.
		const certain = isWhole ? began : cursor.round;
		return { ...cursor, gap: undefined, certain, round: began, isLearned: true, at: 0 };
	}

	private nextRound(): WatchState['round'] {
		const { number, since } = this.round;
		const isOver = [...this.cursors.values()].every(({ isLearned, certain }) => isLearned && certain >= since);
		return isOver ? { number: number + 1, since: this.clock.now } : { number, since };
	}

	private groundOf(inboxId: string): Ground {
		const existing = this.grounds.get(inboxId);
		if (existing) return existing;
		const isBeginning = !this.cursors.has(inboxId);
		const { from, begun = Infinity, certain, gap, examples, isLearned, widened = Infinity } = this.cursorOf(inboxId);
		const { hasForgotten } = this.store;
		const newSince = rules.newSince(from, certain, this.options.lookBack, hasForgotten);
		const touchedSince = rules.touchedSince(begun, certain, hasForgotten);
		const beginnings = new Beginnings(
			this.watched,
			examples,
			() => this.showsUpdates,
			() => [...this.cursors.values()].map((cursor) => cursor.examples),
		);
		const ground: Ground = {
			inboxId,
			isBeginning,
			isLearned,
			from,
			newSince,
			touchedSince,
			gap,
			widened: this.isWidening ? Infinity : widened,
			beginnings,
		};
		this.grounds.set(inboxId, ground);
		return ground;
	}

	/** One that is not there yet begins now. */
	private cursorOf(inboxId: string): WatchCursor {
		const cursor = this.cursors.get(inboxId) ?? begunAt(this.clock.latest);
		this.cursors.set(inboxId, cursor);
		return cursor;
	}
}
