import type { IDataObject } from 'n8n-workflow';

import { touchedAt } from './columns';
import type { Comparison } from './comparison';
import type { Cursor } from './state';
import type { Waits } from './waits';

/** Requests of one poll at most, retries included: a third of the limit (contract, Limits). */
export const MAX_REQUESTS = 100;

/** Requests for pages before the first thread is read, so that some are left for threads. */
export const MOST_PAGES = 80;

export interface Page {
	records: IDataObject[];
	/** Position behind its last record; 0 is before the newest. */
	end: number;
	isEnd: boolean;
	lastPage: number;
	/** The server's time in ms, if the answer has a Date header. */
	time?: number;
}

/** The poll's requests or time are used up: it ends with what it has read. */
export class OutOfBudget extends Error {}

/** Runs what reads, and stops it where the poll's budget ends. */
export async function withinBudget(read: () => Promise<void>): Promise<void> {
	await read().catch(async (error: unknown) => (error instanceof OutOfBudget ? undefined : await Promise.reject(error)));
}

/** What the helpdesk answers for a single record or thread: `gone` for a 404, undefined if it cannot be read now. */
export type Single<T> = T | 'gone' | undefined;

/** Reads the helpdesk. Each method throws {OutOfBudget}, and errors that end the poll. */
export interface Source {
	/** The page that holds a position; undefined if this inbox cannot be read now. */
	page(inboxId: string, position: number): Promise<Page | undefined>;
	conversation(id: string | number, inboxId: string): Promise<Single<IDataObject>>;
	/** The entries of a conversation's thread. */
	thread(id: string | number, inboxId: string): Promise<Single<IDataObject[]>>;
}

export interface PlanOptions {
	/** The inboxes, in the order of this poll. */
	inboxIds: string[];
	/** Start From in ms, if it counts for inboxes that begin now. */
	startFrom?: number;
	/** How late a record may appear in the list, in ms. */
	lookBack: number;
	/** How many of the newest conversations every poll reads. */
	conversations: number;
	/** An event compares columns, so that older conversations are read in turn. */
	isComparing: boolean;
	/** Counts the polls: what comes first in one poll comes later in the next, so that no failure blocks the others. */
	turn: number;
}

/** Rotates a list, so that each poll begins with another entry; a long list by as many as a poll gets to. */
export function rotated<T>(list: T[], turn: number): T[] {
	const step = list.length > MAX_REQUESTS / 2 ? MAX_REQUESTS / 2 - 5 : 1;
	const first = (turn * step) % (list.length || 1);
	return [...list.slice(first), ...list.slice(0, first)];
}

/** Reads the pages and threads of one poll, and moves the cursor of each inbox. */
export class Plan {
	readonly cursors: Record<string, Cursor> = {};
	/** The latest server time of the poll, in ms. */
	now = 0;
	/** Inboxes of which the newest pages were read, and that have more. */
	private readonly hasMore = new Set<string>();
	/** The server's time when the poll began to read an inbox. */
	private readonly began = new Map<string, number>();

	constructor(
		private readonly source: Source,
		private readonly comparison: Comparison,
		private readonly waits: Waits | undefined,
		private readonly before: Record<string, Cursor>,
		private readonly options: PlanOptions,
	) {}

	/** Reads the newest pages of every inbox, one page of each sweep, threads and waits, then inboxes that are behind. */
	async read(): Promise<void> {
		const { inboxIds, isComparing } = this.options;
		await withinBudget(async () => {
			for (const inboxId of inboxIds.slice(0, MOST_PAGES)) await this.readNewest(inboxId);
			const swept = isComparing ? inboxIds : inboxIds.slice(0, 1);
			const first = Math.max(0, MOST_PAGES - inboxIds.length);
			for (const inboxId of swept.slice(0, first)) await this.sweep(inboxId);
			await this.readThreads();
			for (const inboxId of swept.slice(first)) await this.sweep(inboxId);
			for (const inboxId of inboxIds) while (this.hasMore.has(inboxId) && this.cursors[inboxId]!.isBehind) await this.sweep(inboxId);
			await this.readThreads();
		});
		// A new inbox that the poll did not reach begins now too.
		for (const inboxId of inboxIds) if (!this.before[inboxId] && this.now > 0) this.cursors[inboxId] ??= this.newCursor();
		for (const cursor of Object.values(this.cursors)) cursor.begun ||= this.now;
	}

	/** Reads pages from the top down to the first on which nothing was touched since the checkpoint: this is right for any order of the list. */
	private async readNewest(inboxId: string): Promise<void> {
		const { inboxIds, lookBack, conversations, isComparing } = this.options;
		const pages = Math.max(1, Math.floor(MAX_REQUESTS / 2 / inboxIds.length));
		for (let position = 0, count = 1; ; count += 1) {
			const page = await this.take(inboxId, position);
			if (!page) return;
			const cursor = this.cursors[inboxId]!;
			const began = this.began.get(inboxId)!;
			position = page.end;
			if (page.isEnd) return void (this.cursors[inboxId] = { ...cursor, checkpoint: began, sweep: { at: 0, began }, isBehind: false });
			const isQuiet = page.records.every((record) => touchedAt(record) < cursor.checkpoint - lookBack);
			const isEnough = isQuiet && (!isComparing || position >= conversations);
			if (!isEnough && count < pages) continue;
			this.hasMore.add(inboxId);
			const sweep = cursor.sweep.at > position ? cursor.sweep : { at: position, began };
			this.cursors[inboxId] = { ...cursor, sweep, checkpoint: isQuiet ? began : cursor.checkpoint, isBehind: cursor.isBehind || !isQuiet };
			return;
		}
	}

	/** Reads one page of the sweep through older conversations. */
	private async sweep(inboxId: string): Promise<void> {
		if (!this.hasMore.has(inboxId)) return;
		const page = await this.take(inboxId, this.cursors[inboxId]!.sweep.at);
		if (!page) return void this.hasMore.delete(inboxId);
		const { sweep, checkpoint, ...cursor } = this.cursors[inboxId]!;
		const isOver = page.isEnd || (cursor.isBehind && this.comparison.isFull);
		if (isOver) this.hasMore.delete(inboxId);
		this.cursors[inboxId] = isOver
			? { ...cursor, checkpoint: Math.max(checkpoint, sweep.began), sweep: { at: 0, began: this.now }, isBehind: false }
			: { ...cursor, checkpoint, sweep: { ...sweep, at: page.end } };
	}

	/** Reads the threads on which an event depends, then the conversations whose waiting time is over. */
	private async readThreads(): Promise<void> {
		for (const { record, inboxId } of rotated(this.comparison.undecided, this.options.turn)) await this.hear(record.id as string, inboxId);
		for (const { id, inboxId, since } of rotated(this.waits?.due(this.now) ?? [], this.options.turn)) {
			const known = this.comparison.recordOf(id);
			if (!this.began.has(inboxId) || (this.comparison.isReminded(id, since) && !(known && this.waits!.isUncertain(id)))) continue;
			const record = known ?? (await this.source.conversation(id, inboxId));
			if (record === undefined) continue;
			const isIn = record === 'gone' ? inboxId : String(record.inbox_id ?? inboxId);
			const cursor = this.cursors[isIn];
			if (record === 'gone' || !cursor) this.comparison.gone(id);
			else {
				if (!known) this.comparison.see(record, { inboxId: isIn, cursor, isBaseline: false, now: this.now });
				if (this.waits!.isUncertain(id)) await this.hear(id, isIn);
			}
		}
	}

	private async hear(id: string | number, inboxId: string): Promise<void> {
		const rows = await this.source.thread(id, inboxId);
		if (rows === 'gone') this.comparison.gone(id);
		else if (rows) this.comparison.hear(id, rows, this.now);
	}

	private async take(inboxId: string, position: number): Promise<Page | undefined> {
		const page = await this.source.page(inboxId, position);
		if (!page) return undefined;
		// Without a Date header, the newest record shows the earliest possible time.
		this.now = Math.max(this.now, ...(page.time === undefined ? page.records.map(touchedAt) : [page.time]));
		if (!this.began.has(inboxId)) this.began.set(inboxId, this.now);
		const cursor = (this.cursors[inboxId] ??= { ...(this.before[inboxId] ?? this.newCursor()) });
		const isBaseline = !this.before[inboxId] && this.options.startFrom === undefined;
		for (const record of page.records) this.comparison.see(record, { inboxId, cursor, isBaseline, now: this.now });
		return page;
	}

	private newCursor(): Cursor {
		const { startFrom, isComparing } = this.options;
		const since = startFrom ?? this.now;
		return { since, begun: 0, checkpoint: since, sweep: { at: 0, began: since }, isBehind: isComparing || startFrom !== undefined };
	}
}
