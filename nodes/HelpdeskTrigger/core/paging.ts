import type { IDataObject } from 'n8n-workflow';

import { fewerAfter, MAX_PER_PAGE, PageError } from '../../../transport';
import { idHash } from './fingerprints';
import { ask, type Asking } from './protocol';
import { rules } from './seams';

/** So many requests in a row without getting further are no drift. */
const MAX_STUMBLES = 50;

/** So many pages in a row without a new record are not drift but a server that repeats itself. */
const MAX_REPEATED = 3;

/** A list that was begun anew so often does not move that fast: equal ones fall anew at every request, and no page shows what another did. */
const MAX_RESTARTS = 3;

/** The page sizes that the server accepts, as far as it has shown. */
export class AcceptedPageSize {
	/** The server goes by a size of its own, whatever is asked for. */
	isFixed = false;
	/** What `most` was when a page came last. */
	private proven: number;

	constructor(public most = MAX_PER_PAGE) {
		this.proven = most;
	}

	/** What an answer showed. */
	learn(asked: number, served: number): void {
		if (served !== asked) this.most = served;
		if (served > asked) this.isFixed = true;
		this.proven = this.most;
	}

	/** Goes by a failed request. True where a smaller page is to be asked for; false where the size cannot have been the reason. */
	refused(error: unknown): boolean {
		const fewer = fewerAfter(error, this.most);
		this.most = fewer ?? this.proven;
		return fewer !== undefined;
	}
}

/** A page as a part of a listing: from place `start` up to, not including, `end`; 0 is the newest. */
export interface Window {
	page: number;
	perPage: number;
	start: number;
	end: number;
}

/**
 * The page that goes on from a place and overlaps what came before it: the API knows page numbers only, so
 * the overlap is made by choosing the page size, up to `most`. At 100 a page it goes on by 56 records at the
 * least, 79 on average.
 */
export function windowAt(place: number, { most, isFixed }: Pick<AcceptedPageSize, 'most' | 'isFixed'>): Window {
	const from = Math.max(0, place - rules.overlap(most));
	let best = pageAt(place, most);
	let reach = place;
	for (let size = most; size > 0 && !isFixed; size -= 1) {
		const candidate = pageAt(from, size);
		if (candidate.end <= reach) continue;
		reach = candidate.end;
		best = candidate;
	}
	return best;
}

function pageAt(place: number, perPage: number): Window {
	const page = Math.floor(place / perPage) + 1;
	return { page, perPage, start: (page - 1) * perPage, end: page * perPage };
}

/** Where a walk stands, to be taken up by another poll. */
export interface Position {
	/** Nothing was read from this place on. */
	at: number;
}

export interface WalkOptions {
	/** Where it begins. */
	from?: Position;
	/** The place before which nothing has to be read. */
	first?: number;
	/** Whether it goes back where nothing on a page was read before; else what slipped past waits for the next round. */
	goesBack?: boolean;
}

/** A page of a walk. */
export interface WalkPage {
	records: IDataObject[];
	serverTime?: number;
	heardAt?: number;
	isEnd: boolean;
}

/**
 * A walk through a listing, from the newest down and without a gap, although the list moves meanwhile: each page
 * overlaps the one before. Where no record of a page was read before, some may have slipped past, and one that
 * goes back does so until it meets what was read, or has begun anew three times: equal ones in another order at each request look the same.
 */
export class Walk {
	private place: number;
	private furthest: number;
	private stumbles = 0;
	private repeated = 0;
	/** Steps back in a row, each twice as far as the one before. */
	private stepsBack = 0;
	private restarts = 0;
	private readonly known = new Set<string>();
	private readonly first: number;
	private readonly goesBack: boolean;

	constructor(
		private readonly inboxId: string,
		private readonly size: AcceptedPageSize,
		{ from = { at: 0 }, first = 0, goesBack = true }: WalkOptions = {},
	) {
		this.first = first;
		this.goesBack = goesBack;
		this.place = Math.max(from.at, first);
		this.furthest = this.place;
	}

	/** Where it stands. */
	get position(): Position {
		return { at: this.place };
	}

	/**
	 * Reads on by one page.
	 *
	 * @throws {PageError} where the server's pages do not get any further
	 */
	*next<State>(soFar?: () => State): Asking<State, WalkPage | 'unread' | 'noShare'> {
		for (;;) {
			const window = windowAt(this.place, this.size);
			const { page } = window;
			const reply = yield* ask({ inboxId: this.inboxId, page, perPage: window.perPage }, soFar);
			if (reply === 'unread' || reply === 'noShare') return reply;
			if (reply === 'tooLarge') continue;
			const { records, lastPage, perPage, serverTime, heardAt } = reply;
			this.size.learn(window.perPage, perPage);
			const start = (page - 1) * perPage;
			// A place that another size puts elsewhere: a page that may leave a gap, or that brings nothing.
			const isElsewhere = page > 1 && perPage !== window.perPage && (start > this.place || start + perPage <= this.place);
			if (isElsewhere) this.stumble();
			else if (this.isApart(start, records)) this.goBack(perPage, lastPage);
			else if (page > Math.max(lastPage, 1) && this.place > this.first) this.goBack(perPage, lastPage);
			// Shorter than the place it begins at, the list has nothing for it.
			else if (page > Math.max(lastPage, 1)) return { records: [], serverTime, heardAt, isEnd: true };
			else return { records, serverTime, heardAt, isEnd: this.goOn(start, records, rules.isLastPage(page, lastPage)) };
		}
	}

	/** Whether it overlaps what was read and shows none of it. */
	private isApart(start: number, records: IDataObject[]): boolean {
		const overlaps = start < this.place && this.place > this.first && this.known.size > 0;
		return (
			this.goesBack && this.restarts < MAX_RESTARTS && overlaps && !rules.joins(records.filter(({ id }) => this.known.has(idHash(id))).length)
		);
	}

	private goOn(start: number, records: IDataObject[], isEnd: boolean): boolean {
		const hashes = records.map(({ id }) => idHash(id));
		const isNew = hashes.some((hash) => !this.known.has(hash));
		for (const hash of hashes) this.known.add(hash);
		this.place = start + records.length;
		this.stepsBack = 0;
		if (isEnd) return true;
		this.repeated = isNew || this.place <= this.furthest ? 0 : this.repeated + 1;
		if (this.repeated >= MAX_REPEATED) throw new PageError(`${this.repeated} pages in a row repeated earlier records`);
		if (this.place <= this.furthest) this.stumble();
		else this.stumbles = 0;
		this.furthest = Math.max(this.furthest, this.place);
		return false;
	}

	private goBack(perPage: number, lastPage: number): void {
		this.stumble();
		const back = Math.min(this.place - Math.ceil(perPage / 2) * 2 ** this.stepsBack, lastPage * perPage);
		this.stepsBack += 1;
		this.place = Math.max(this.first, back);
		if (this.place > this.first) return;
		this.known.clear();
		this.restarts += 1;
	}

	private stumble(): void {
		this.stumbles += 1;
		if (this.stumbles > MAX_STUMBLES) throw new PageError(`${this.stumbles} requests for pages did not get any further`);
	}
}
