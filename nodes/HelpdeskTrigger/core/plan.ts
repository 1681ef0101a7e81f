import { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../transport';
import { touchedAt } from './columns';
import { Comparison } from './comparison';
import { Cursor } from './state';
import { Waits } from './waits';

/** Requests of one poll, retries included: a third of the limit (contract, Limits). */
export const MAX_REQUESTS = 100;

/** Maximum number of pages that a poll reads before threads. */
export const MOST_PAGES = 80;

export interface ListPage {
	records: IDataObject[];
	/** Position after the last record. */
	end: number;
	isEnd: boolean;
	/** The Date header, in ms. */
	time?: number;
}

export class OutOfBudget extends Error {}

export async function withinBudget(read: () => Promise<void>) {
	await read().catch((error: unknown) => {
		if (!(error instanceof OutOfBudget)) throw error;
	});
}

/** `gone` after a 404, undefined if it cannot be read now. */
export type Single<T> = T | 'gone' | undefined;

/** Each method throws {OutOfBudget}, or an error that ends the poll. */
export interface Source {
	/** Returns undefined if the inbox cannot be read now. */
	page(inboxId: string, position: number): Promise<ListPage | undefined>;
	conversation(id: string | number, inboxId: string): Promise<Single<IDataObject>>;
	thread(id: string | number, inboxId: string): Promise<Single<IDataObject[]>>;
}

export interface PlanOptions {
	inboxIds: string[];
	/** In ms. Set only in the first poll after the user changed it. */
	startFrom?: number;
	/** How late (ms) a conversation may appear in a list. */
	lookBack: number;
	conversations: number;
	/** True if an event compares columns. Then older conversations are read too, in turn. */
	isComparing: boolean;
	/** Number of the poll. */
	turn: number;
}

/** Rotates a list from poll to poll, so that a failing entry blocks no other. A long list rotates faster. */
export function rotated<T>(list: T[], turn: number) {
	const step = list.length > MAX_REQUESTS / 2 ? MAX_REQUESTS / 2 - 5 : 1;
	const first = (turn * step) % (list.length || 1);
	return [...list.slice(first), ...list.slice(0, first)];
}

/** Reads one poll, and moves the cursor of each inbox. */
export class Plan {
	readonly cursors: Record<string, Cursor> = {};
	/** The latest server time of the poll, in ms. */
	now = 0;
	private readonly hasMore = new Set<string>();
	/** By inbox: the server's time at this poll's first request to it. */
	private readonly began = new Map<string, number>();

	constructor(
		private readonly source: Source,
		private readonly comparison: Comparison,
		private readonly waits: Waits | undefined,
		private readonly before: Record<string, Cursor>,
		private readonly options: PlanOptions,
	) {}

	/** Reads the newest pages of each inbox, a page of older ones, threads, then inboxes with unread changes. */
	async read() {
		const { inboxIds, isComparing } = this.options;
		await withinBudget(async () => {
			for (const inboxId of inboxIds.slice(0, MOST_PAGES)) await this.readNewest(inboxId);
			const swept = isComparing ? inboxIds : inboxIds.slice(0, 1);
			const first = Math.max(0, MOST_PAGES - inboxIds.length);
			for (const inboxId of swept.slice(0, first)) await this.sweep(inboxId);
			await this.readThreads();
			for (const inboxId of swept.slice(first)) await this.sweep(inboxId);
			for (const inboxId of inboxIds)
				while (this.hasMore.has(inboxId) && this.cursors[inboxId]!.isBehind) await this.sweep(inboxId);
			await this.readThreads();
		});
		// A new inbox starts now, even if the poll did not reach it.
		for (const inboxId of inboxIds)
			if (!this.before[inboxId] && this.now > 0) this.cursors[inboxId] ??= this.newCursor();
		for (const cursor of Object.values(this.cursors)) cursor.begun ||= this.now;
	}

	/** Reads pages up to the first without a change since the checkpoint. This works for any order of the list. */
	private async readNewest(inboxId: string) {
		const { inboxIds, lookBack, conversations, isComparing } = this.options;
		const pages = Math.max(1, Math.floor(MAX_REQUESTS / 2 / inboxIds.length));
		for (let position = 0, count = 1; ; count += 1) {
			const page = await this.take(inboxId, position);
			if (!page) return;
			const cursor = this.cursors[inboxId]!;
			const began = this.began.get(inboxId)!;
			position = page.end;
			if (page.isEnd)
				return void (this.cursors[inboxId] = {
					...cursor,
					checkpoint: began,
					sweep: { at: 0, began },
					isBehind: false,
				});
			const isQuiet = page.records.every((record) => touchedAt(record, this.now) < cursor.checkpoint - lookBack);
			const isEnough = isQuiet && (!isComparing || position >= conversations);
			if (!isEnough && count < pages) continue;
			this.hasMore.add(inboxId);
			const sweep = cursor.sweep.at > position ? cursor.sweep : { at: position, began };
			this.cursors[inboxId] = {
				...cursor,
				sweep,
				checkpoint: isQuiet ? began : cursor.checkpoint,
				isBehind: cursor.isBehind || !isQuiet,
			};
			return;
		}
	}

	private async sweep(inboxId: string) {
		if (!this.hasMore.has(inboxId)) return;
		const page = await this.take(inboxId, this.cursors[inboxId]!.sweep.at);
		if (!page) return void this.hasMore.delete(inboxId);
		const { sweep, checkpoint, ...cursor } = this.cursors[inboxId]!;
		const isOver = page.isEnd || (cursor.isBehind && this.comparison.isFull);
		if (isOver) this.hasMore.delete(inboxId);
		this.cursors[inboxId] = isOver
			? {
					...cursor,
					checkpoint: Math.max(checkpoint, sweep.began),
					sweep: { at: 0, began: this.now },
					isBehind: false,
				}
			: { ...cursor, checkpoint, sweep: { ...sweep, at: page.end } };
	}

	private async readThreads() {
		for (const { record, inboxId } of rotated(this.comparison.undecided, this.options.turn))
			await this.hear(record.id as string, inboxId);
		for (const { id, inboxId, since } of rotated(this.waits?.due(this.now) ?? [], this.options.turn)) {
			const known = this.comparison.recordOf(id);
			if (
				!this.began.has(inboxId) ||
				(this.comparison.hasEmittedWait(id, since) && !(known && this.waits!.isUncertain(id)))
			)
				continue;
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

	private async hear(id: string | number, inboxId: string) {
		const rows = await this.source.thread(id, inboxId);
		if (rows === 'gone') this.comparison.gone(id);
		else if (rows) this.comparison.hear(id, rows, this.now);
	}

	private async take(inboxId: string, position: number) {
		const page = await this.source.page(inboxId, position);
		if (!page) return undefined;
		// Without a Date header, the time is at least that of the newest record.
		const times = page.records.map((record) => touchedAt(record, msOf(record.updated_at) ?? Infinity));
		this.now = Math.max(this.now, ...(page.time === undefined ? times : [page.time]));
		if (!this.began.has(inboxId)) this.began.set(inboxId, this.now);
		const cursor = (this.cursors[inboxId] ??= { ...(this.before[inboxId] ?? this.newCursor()) });
		const isBaseline = !this.before[inboxId] && this.options.startFrom === undefined;
		for (const record of page.records) this.comparison.see(record, { inboxId, cursor, isBaseline, now: this.now });
		return page;
	}

	private newCursor() {
		const { startFrom, isComparing } = this.options;
		const since = startFrom ?? this.now;
		return {
			since,
			begun: 0,
			checkpoint: since,
			sweep: { at: 0, began: since },
			isBehind: isComparing || startFrom !== undefined,
		};
	}
}
