import { Backlog, closeState, Seen, withDealt, withFloor, withoutDealt, type CreatedCursor, type CreatedState, type Found } from './createdState';
import { idHash } from './fingerprints';
import { Walk, type AcceptedPageSize, type WalkPage } from './paging';
import { askRoom, type Asking, type Reading } from './protocol';
import { rules } from './seams';
import { ServerClock, SortKeyProof, timesOf, type Times } from './times';

export interface CreatedOptions {
	inboxIds: string[];
	/** Start From in ms, where it is set anew and counts for all of these inboxes; absent means that it is not. */
	startFrom?: number;
	/** Start From was taken away: an inbox that still waits for its time begins now. */
	startFromRemoved?: boolean;
	/** How late a record may appear, in ms. */
	lookBack: number;
	/** Records held in memory for the polls to come; at least as many as one poll emits. */
	mostHeld: number;
	/** Of one poll, of all readings together. */
	maxEvents: number;
	size: AcceptedPageSize;
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
	for (const inboxId of reading.toReadAgain()) yield* readDown(reading, inboxId, options.size);

	const held = reading.backlog.oldest();
	for (let at = 0; ;) {
		const { room } = yield* askRoom(held.length - at);
		const batch = held.slice(at, at + room);
		at += batch.length;
		reading.told(rules.told(batch, held));
		const events = batch.map(({ record }) => ({ record }));
		if (at === held.length) return { events, state: reading.finish() };
		yield { emit: events, state: reading.state() };
	}
}

/** Readings of one inbox in a row, at the most. */
const MAX_PASSES = 10;

/**
 * Reads one inbox down to its watermark; one that cannot be read is left as it was. Fewer records than places were
 * read where the list moved meanwhile, or where equal ones fall anew at every request: where there is news, it is then
 * read again from the top until there are as many.
 */
function* readDown(reading: CreatedReading, inboxId: string, size: AcceptedPageSize): Asking<CreatedState> {
	const listed = new Set<unknown>();
	const { news } = reading;
	let places = 0;
	let look: Look | undefined;
	let began: number | undefined;
	for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
		const proof = new SortKeyProof();
		const walk = new Walk(inboxId, size);
		for (let isOver = false; !isOver;) {
			const page = yield* walk.next(() => reading.soFar());
			if (typeof page === 'string') return;
			const times = page.records.map(timesOf);
			proof.read(times);
			for (const { id } of page.records) listed.add(id);
			reading.take(inboxId, page, times);
			began ??= reading.time;
			places = Math.max(places, walk.position.at);
			isOver = page.isEnd || proof.isBelow(reading.downTo(inboxId));
			if (isOver) look ??= { began, isWhole: false, isRead: (time) => page.isEnd || proof.isBelow(time) };
			if (look && rules.isWhole(listed.size, places)) return reading.looked(inboxId, { ...look, isWhole: true });
		}
		// Nothing new among them: the watermark stays, so that the next reading covers them again.
		if (reading.news === news) break;
	}
	reading.looked(inboxId, look!);
}

/** An inbox that was read down to its watermark. */
interface Look {
	/** The server's time, in ms, when that began: what came later it may not have shown. */
	began: number;
	/** As many records were seen as it has places. */
	isWhole: boolean;
	/** Whether it was read down to a time in ms. */
	isRead(time: number): boolean;
}

/** What a reading of all inboxes knows so far. */
class CreatedReading {
	readonly backlog: Backlog;
	private readonly cursors = new Map<string, CreatedCursor>();
	private readonly seen: Seen;
	private readonly seenFrom: number;
	/** Those that are to be told, or were there at the beginning. */
	private readonly found = new Set<string>();
	private readonly clock: ServerClock;
	/** Inboxes that are read for the first time, in the poll in which they begin. */
	private readonly beginning = new Set<string>();
	private readonly looks = new Map<string, Look>();
	/** Inboxes in which something was listed. */
	private readonly listed = new Set<string>();
	/** Down to when all inboxes are read, in ms, because one of them is back. */
	private downToForAll = Infinity;

	constructor(
		old: CreatedState | undefined,
		private readonly options: CreatedOptions,
	) {
		const { inboxIds, startFrom, startFromRemoved, mostHeld, maxEvents } = options;
		this.clock = new ServerClock(old?.clock);
		this.seen = new Seen(old?.seen);
		this.seenFrom = old?.seenFrom ?? 0;
		if (startFrom !== undefined) this.seen.forgetUntold();
		this.backlog = new Backlog(Math.max(mostHeld, maxEvents));
		for (const inboxId of inboxIds) {
			const kept = old?.inboxes[inboxId];
			const cursor = startFromRemoved && kept && kept.floor > this.clock.now ? undefined : kept;
			if (cursor && startFrom === undefined) this.cursors.set(inboxId, cursor);
			else if (cursor) this.cursors.set(inboxId, withFloor(cursor, startFrom!));
			else if (startFrom !== undefined) this.cursors.set(inboxId, beginAt(startFrom));
		}
	}

	/** How many conversations were found that are to be told, or were there at the beginning. */
	get news(): number {
		return this.found.size;
	}

	/** The server's time, in ms, as far as the records show it. */
	get time(): number {
		return this.clock.now;
	}

	/** Down to when (ms) an inbox is read. */
	downTo(inboxId: string): number {
		const cursor = this.cursors.get(inboxId);
		return cursor ? Math.max(cursor.floor, Math.min(rules.readDownTo(cursor), this.downToForAll)) : 0;
	}

	/** Takes in one page of an inbox. */
	take(inboxId: string, page: WalkPage, times: Times[]): void {
		this.clock.hear(
			page,
			times.map(({ latest }) => latest),
		);
		if (page.records.length > 0) this.listed.add(inboxId);
		const cursor = this.cursors.get(inboxId) ?? this.beginAtFirst(inboxId);
		const isKnown = rules.knownAtBeginning && this.beginning.has(inboxId);
		page.records.forEach((record, index) => {
			const { created } = times[index]!;
			const hash = idHash(record.id);
			// What is there at the beginning can move to an inbox that began earlier.
			if (isKnown && (created >= cursor.floor - this.options.lookBack || this.isNewAnywhere(created)) && !this.seen.has(hash)) {
				this.seen.add(hash, created, false);
				this.found.add(hash);
				if (created >= cursor.floor) cursor.there = Math.max(cursor.there ?? 0, created);
			}
			if (!rules.isNew(created, cursor, this.seenFrom) || this.seen.has(hash) || this.found.has(hash)) return;
			this.found.add(hash);
			this.backlog.add({ record, hash, created, inboxId });
		});
	}

	/** Whether what was created then (ms) and is not among the seen would count as new in some inbox. */
	private isNewAnywhere(created: number): boolean {
		return [...this.cursors.values()].some((cursor) => rules.isNew(created, cursor, this.seenFrom));
	}

	looked(inboxId: string, look: Look): void {
		this.looks.set(inboxId, look);
	}

	/**
	 * An inbox is back that could not be read for a while: what came into it meanwhile may have moved to another. Gives
	 * those that were not read as far down.
	 */
	toReadAgain(): string[] {
		const back = [...this.looks].filter(([inboxId, { isWhole }]) => isBack(this.cursors.get(inboxId), isWhole));
		this.downToForAll = rules.readAgainDownTo(Math.min(Infinity, ...back.map(([inboxId]) => rules.readDownTo(this.cursors.get(inboxId)!))));
		const again = [...this.looks].filter(([inboxId, { isRead }]) => !isRead(this.downTo(inboxId))).map(([inboxId]) => inboxId);
		for (const inboxId of again) this.looks.delete(inboxId);
		return again;
	}

	told(batch: Found[]): void {
		for (const { hash, created } of batch) this.seen.add(hash, created);
	}

	/** As it stands while a backlog is emitted: watermarks stay. */
	state(): CreatedState {
		return closeState(this.clock.now, this.cursors, this.seen, this.seenFrom);
	}

	/** Where the poll ends before the reading: inboxes that are to begin do so now, read or not. */
	soFar(): CreatedState {
		for (const inboxId of this.options.inboxIds) if (!this.cursors.has(inboxId) && this.clock.latest > 0) this.begin(inboxId);
		this.beginning.clear();
		return this.state();
	}

	/** All that was held is emitted, and the watermarks of what was read whole rise. */
	finish(): CreatedState {
		for (const inboxId of this.looks.keys()) if (this.isToBegin(inboxId)) this.begin(inboxId);
		const whole = [...this.looks.values()].filter(({ isWhole }) => isWhole);
		const began = Math.min(...whole.map((each) => each.began));
		const dealtWith = rules.dealtWith(this.backlog.complete, began, this.options.lookBack);
		for (const [inboxId, cursor] of this.cursors) {
			const look = this.looks.get(inboxId);
			this.cursors.set(
				inboxId,
				look?.isWhole
					? this.raised(inboxId, cursor, Math.max(dealtWith, 0))
					: { ...withoutDealt(cursor, this.downToForAll), candidate: 0, isIncomplete: look && true },
			);
		}
		return this.state();
	}

	private raised(inboxId: string, cursor: CreatedCursor, dealtWith: number): CreatedCursor {
		const { floor, candidate } = cursor;
		const isConfirmed = rules.confirmsCandidate(candidate, this.backlog.complete, this.backlog.hasBefore(inboxId, candidate));
		return { ...(isConfirmed ? withDealt(cursor, floor, candidate) : cursor), candidate: dealtWith, isIncomplete: undefined };
	}

	/** An empty inbox shows no time: it begins at the end, with what the others show. */
	private beginAtFirst(inboxId: string): CreatedCursor {
		return this.clock.latest > 0 ? this.begin(inboxId) : beginAt(NO_TIME);
	}

	/** Where nothing has shown a time yet, everything counts: once something does, only what came since, if the inbox is still empty. */
	private isToBegin(inboxId: string): boolean {
		const cursor = this.cursors.get(inboxId);
		return !cursor || (cursor.floor === NO_TIME && !this.listed.has(inboxId));
	}

	private begin(inboxId: string): CreatedCursor {
		const { latest, beginning } = this.clock;
		this.beginning.add(inboxId);
		const cursor = beginAt(latest > 0 ? beginning - (this.cursors.has(inboxId) ? this.options.lookBack : 0) : NO_TIME);
		this.cursors.set(inboxId, cursor);
		return cursor;
	}
}

/** Whether an inbox that was read, whole or not, is back: what it had meanwhile may have moved to another. */
function isBack(cursor: CreatedCursor | undefined, isWhole: boolean): boolean {
	return cursor?.candidate === 0 && (isWhole || !cursor.isIncomplete);
}

/** The floor of an inbox that began when nothing showed what time it was. */
const NO_TIME = -1;

/** An inbox that begins at a time in ms. */
function beginAt(time: number): CreatedCursor {
	return { floor: time, dealt: [], candidate: 0 };
}
