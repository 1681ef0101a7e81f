import { Backlog, type Found } from './backlog';
import { closeState, Seen, type CreatedCursor, type CreatedState } from './createdState';
import { idHash } from './hashes';
import { Walk, type PageSize, type WalkPage } from './paging';
import type { Asking, Reading } from './protocol';
import { rules } from './seams';
import { SortKeyProof } from './sortKeyProof';
import { ServerClock, timesOf, type Times } from './times';

export interface CreatedOptions {
	inboxIds: string[];
	/** Start From in ms, where it is set anew and counts for all of these inboxes; absent means that it is not. */
	startFrom?: number;
	/** Start From was taken away: an inbox that still waits for its time begins now. */
	startFromRemoved?: boolean;
	/** How late a record may appear, in ms. */
	lookBack: number;
	maxEvents: number;
	/** Records held in memory for the polls to come; at least as many as one poll emits. */
	mostHeld: number;
	size: PageSize;
}

/**
 * Every conversation once, by its creation.
 *
 * Each inbox is read from the newest down until nothing below can be new. The watermark rises to what *two* readings
 * in a row have covered, and only when the second found nothing new below: pages drift while they are read, so that
 * one reading alone can miss a conversation.
 */
export function* conversationCreated(old: CreatedState | undefined, options: CreatedOptions): Reading<CreatedState> {
	const reading = new CreatedReading(old, options);
	for (const inboxId of options.inboxIds) yield* readDown(reading, inboxId, options.size);

	for (const { batch, isLast } of reading.backlog.batches(options.maxEvents)) {
		reading.told(rules.told(batch, reading.backlog.held));
		const events = batch.map(({ record }) => ({ record }));
		if (isLast) return { events, state: reading.finish() };
		yield { emit: events, state: reading.state() };
	}
	throw new Error('A backlog has at least one batch');
}

/** Readings of one inbox in a row, at the most. */
const MOST_PASSES = 10;

/**
 * Reads one inbox down to its watermark; one that cannot be read is left as it was. Fewer records than places were
 * read where the list moved meanwhile, or where equal ones fall anew at every request: where there is news, it is then
 * read again from the top until there are as many.
 */
function* readDown(reading: CreatedReading, inboxId: string, size: PageSize): Asking<CreatedState> {
	const proof = new SortKeyProof();
	const listed = new Set<unknown>();
	const { news } = reading;
	let places = 0;
	let began: number | undefined;
	for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
		const walk = new Walk(inboxId, size);
		for (let isOver = false; !isOver; ) {
			const page = yield* walk.next(() => reading.soFar());
			if (typeof page === 'string') return;
			const times = page.records.map(timesOf);
			proof.read(times);
			for (const { id } of page.records) listed.add(id);
			const downTo = reading.take(inboxId, page, times);
			began ??= reading.time;
			places = Math.max(places, walk.position.at);
			isOver = page.isEnd || proof.isBelow(downTo);
			if ((isOver || pass > 1) && rules.isWhole(listed.size, places)) return reading.completed(inboxId, began);
			// Nothing new among them: the watermark stays, so that the next reading covers them again.
			if (isOver && reading.news === news) return;
		}
	}
}

/** What a reading of all inboxes knows so far. */
class CreatedReading {
	readonly backlog: Backlog;
	private readonly cursors = new Map<string, CreatedCursor>();
	private readonly seen: Seen;
	private readonly found = new Set<string>();
	private readonly clock: ServerClock;
	/** Inboxes that are read for the first time, in the poll in which they begin. */
	private readonly beginning = new Set<string>();
	/** By inbox that was read down to its watermark: the server's time, in ms, when that began. */
	private readonly complete = new Map<string, number>();

	constructor(
		old: CreatedState | undefined,
		private readonly options: CreatedOptions,
	) {
		const { inboxIds, startFrom, startFromRemoved, mostHeld, maxEvents } = options;
		this.clock = new ServerClock(old?.clock);
		this.seen = new Seen(old?.seen);
		if (startFrom !== undefined) this.seen.forgetUntold();
		this.backlog = new Backlog(Math.max(mostHeld, maxEvents));
		for (const inboxId of inboxIds) {
			const kept = old?.inboxes[inboxId];
			const cursor = startFromRemoved && kept && kept.floor > this.clock.now ? undefined : kept;
			if (cursor && startFrom === undefined) this.cursors.set(inboxId, { ...cursor });
			// What is told already is not told again; what lies between is.
			else if (cursor) this.cursors.set(inboxId, { ...cursor, floor: startFrom!, candidate: 0 });
			else if (startFrom !== undefined) this.cursors.set(inboxId, beginAt(startFrom));
		}
	}

	/** How many conversations that are to be told were found. */
	get news(): number {
		return this.found.size;
	}

	/** The server's time, in ms, as far as the records show it. */
	get time(): number {
		return this.clock.now;
	}

	/** Takes in one page of an inbox, and tells down to when (ms) the inbox is to be read. */
	take(inboxId: string, page: WalkPage, times: Times[]): number {
		this.clock.hear(page, times.map(({ latest }) => latest));
		const cursor = this.cursors.get(inboxId) ?? this.beginAtFirst(inboxId);
		const isKnown = rules.knownAtBeginning && this.beginning.has(inboxId);
		page.records.forEach((record, index) => {
			const { created } = times[index]!;
			const hash = idHash(record.id);
			// What is there at the beginning can move to an inbox that began earlier.
			if (isKnown && created >= cursor.floor - this.options.lookBack) this.seen.add(hash, created, false);
			if (!rules.isNew(created, cursor) || this.seen.has(hash) || this.found.has(hash)) return;
			this.found.add(hash);
			this.backlog.add({ record, hash, created, inboxId });
		});
		return rules.readDownTo(cursor);
	}

	/** The inbox was read down to its watermark, beginning at a time in ms: what came later it may not have shown. */
	completed(inboxId: string, began: number): void {
		this.complete.set(inboxId, began);
	}

	told(batch: Found[]): void {
		for (const { hash, created } of batch) this.seen.add(hash, created);
	}

	/** As it stands while a backlog is emitted: watermarks stay. */
	state(): CreatedState {
		return closeState(this.clock.now, this.cursors, this.seen);
	}

	/** Where the poll ends before the reading: inboxes that are to begin do so now, read or not. */
	soFar(): CreatedState {
		for (const inboxId of this.options.inboxIds) if (!this.cursors.has(inboxId) && this.clock.latest > 0) this.begin(inboxId);
		this.beginning.clear();
		return this.state();
	}

	/** All that was held is emitted, and the watermarks of what was read rise. */
	finish(): CreatedState {
		this.beginAll();
		const began = Math.min(...this.complete.values());
		const dealtWith = rules.dealtWith(this.backlog.complete, began, this.options.lookBack);
		for (const inboxId of this.complete.keys()) {
			const cursor = this.cursors.get(inboxId)!;
			const { candidate } = cursor;
			const isConfirmed = rules.confirmsCandidate(candidate, this.backlog.complete, this.backlog.hasBefore(inboxId, candidate));
			const raised = isConfirmed ? rules.advanceWatermark(cursor) : {};
			this.cursors.set(inboxId, { ...cursor, ...raised, candidate: Math.max(dealtWith, 0) });
		}
		return this.state();
	}

	/** An empty inbox shows no time: it begins at the end, with what the others show. */
	private beginAtFirst(inboxId: string): CreatedCursor {
		return this.clock.latest > 0 ? this.begin(inboxId) : beginAt(0);
	}

	private beginAll(): void {
		for (const inboxId of this.options.inboxIds) if (!this.cursors.has(inboxId) && this.complete.has(inboxId)) this.begin(inboxId);
	}

	private begin(inboxId: string): CreatedCursor {
		this.beginning.add(inboxId);
		const cursor = beginAt(this.clock.latest);
		this.cursors.set(inboxId, cursor);
		return cursor;
	}
}

/** An inbox that begins at a time in ms. */
function beginAt(time: number): CreatedCursor {
	return { floor: time, from: time, watermark: time, candidate: 0 };
}
