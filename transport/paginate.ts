import type { IDataObject } from 'n8n-workflow';

import { type Envelope, type Page, type PageForm, readPage } from './answers/page';
import { PageError } from './errors';
import { type AtPage, MAX_PER_PAGE, PageSize } from './paging';
import { Progress } from './progress';
import type { Answer, ApiRequest } from './request';
import type { Send } from './send';

/** Pages in flight: bounds memory. */
const PAGES_AHEAD = 10;

/** Pages in a row without a new record that are drift; more are a server that repeats itself. */
const MAX_BARREN_PAGES = 3;

export const MAX_READINGS = 5;

/** Enough for a million records, which take more than half an hour of the whole limit. */
const MAX_PAGES = 10_000;

export interface Listing {
	request: ApiRequest;
	envelope: Envelope;
	atPage: AtPage;
	/** The most records; Infinity for all. */
	limit: number;
	pageSize?: PageSize;
	maxPages?: number;
	/** Called if there are more pages than `maxPages`. */
	onMore?: () => void;
	/** Each page is read only when its records are wanted; by default pages are read ahead. */
	oneByOne?: boolean;
}

/** A listing whose first page has been read; without `perPage` the server chooses the size. */
export interface OpenListing extends Omit<Listing, 'envelope' | 'pageSize'> {
	form: Envelope | PageForm;
	perPage?: number;
	first: { number: number; answer: Answer };
}

/**
 * Reads a listing as a stream of records, in the server's order: 100 a page, or as many as the server allows, no page more than
 * `limit` needs, and up to ten pages at once if the last one is known. Throws {PageError} as `readOn` and `readPage` do.
 */
export async function* readAll(send: Send, listing: Listing): AsyncGenerator<IDataObject> {
	const { request, envelope, atPage, limit, pageSize = new PageSize(), maxPages, onMore, oneByOne } = listing;
	const ask = async (perPage?: number) => await send(atPage(request, 1, perPage));
	const { answer, perPage } = await pageSize.settle(Math.min(MAX_PER_PAGE, limit), ask);
	yield* readOn(send, { request, atPage, limit, form: envelope, first: { number: 1, answer }, perPage, maxPages, onMore, oneByOne });
}

/**
 * Reads the records of a listing whose first page has been read, each ID once. Pages drift: if the total falls, earlier pages are read
 * again for the records that moved there, and all pages if records may still be missing.
 *
 * @throws {PageError} if pages do not end, or fewer records came than are counted
 */
export async function* readOn(send: Send, listing: OpenListing): AsyncGenerator<IDataObject> {
	const { request, form, atPage, perPage, limit, first } = listing;
	const progress = new Progress();
	const noted = ({ body }: Answer, number: number): Page => {
		const page = readPage(body, form, number);
		progress.note(page.total);
		return page;
	};
	const ask = async (number: number) => noted(await send(atPage(request, number, perPage)), number);
	let count = 0;
	for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
		if (reading > 1) progress.beginAgain();
		// Records that moved while others were added are on the first pages.
		const isShort = reading === 2 && progress.hasOnlyRisen;
		const opened = reading === 1 ? noted(first.answer, first.number) : await ask(first.number);
		const endless = new EndlessCheck(listing, progress);
		for await (const { page, isAgain } of pagesOf(ask, { ...listing, opened, isShort })) {
			const fresh = progress.newOf(page.records, isAgain || reading > 1);
			for (const record of fresh) {
				yield record;
				count += 1;
				if (count >= limit) return;
			}
			if (isShort && (fresh.length === 0 || progress.size >= progress.ever!)) break;
			if (!isAgain && reading === 1 && endless.isEnd(page)) return;
		}
		const { ever, haveIds, isComplete } = progress;
		if (ever === undefined || first.number > 1) return;
		if (!haveIds && count < ever) throw new PageError(`the helpdesk counts ${ever} records and ${count} came, not all with an ID`);
		if (!haveIds || isComplete) return;
	}
	throw new PageError(
		`the helpdesk counted ${progress.ever} records and ${progress.size} came in ${MAX_READINGS} readings: they move while they are read`,
	);
}

/** Ends a listing after as many pages as are wanted, and refuses one that does not end. */
class EndlessCheck {
	private pages = 0;
	/** Pages in a row without a new record. */
	private barren = 0;
	private size = 0;

	constructor(
		private readonly listing: OpenListing,
		private readonly progress: Progress,
	) {}

	/** Throws {PageError} if the pages that are still announced cannot be true. */
	isEnd({ records, lastPage }: Page): boolean {
		const { first, maxPages = Infinity, onMore } = this.listing;
		const { size, hasFallen } = this.progress;
		this.pages += 1;
		if (this.pages >= maxPages) {
			if (first.number + this.pages <= lastPage) onMore?.();
			return true;
		}
		this.barren = size > this.size ? 0 : this.barren + 1;
		this.size = size;
		if (maxPages !== Infinity || first.number + this.pages > lastPage) return false;
		// Earlier pages that are read again contain records of later ones, which then bring nothing new.
		if (this.barren >= MAX_BARREN_PAGES + (hasFallen ? PAGES_AHEAD : 0)) {
			const what = records.length > 0 ? 'repeated earlier records' : 'were empty, although the helpdesk announces more';
			throw new PageError(`${this.barren} pages in a row ${what}`);
		}
		return false;
	}
}

interface Reading extends OpenListing {
	opened: Page;
	isShort: boolean;
}

/** Yields the pages in order. Before a page with a smaller total, it reads the earlier pages again. */
async function* pagesOf(ask: (number: number) => Promise<Page>, listing: Reading): AsyncGenerator<{ page: Page; isAgain: boolean }> {
	const { limit, first, perPage, maxPages = Infinity, opened, isShort, oneByOne } = listing;
	const ahead = new Map([[first.number, Promise.resolve(opened)]]);
	let before: Page | undefined;
	for (let number = first.number, lastPage = number; number <= lastPage; number += 1) {
		const page = await (ahead.get(number) ?? ask(number));
		ahead.delete(number);
		lastPage = page.lastPage;
		if (lastPage > MAX_PAGES && limit === Infinity) throw new PageError(`the helpdesk announces more than ${MAX_PAGES} pages`);
		const size = page.perPage ?? perPage ?? page.records.length;
		const wanted = page.lastPageIsKnown && !isShort && !oneByOne ? Math.min(Math.ceil(limit / size), maxPages) : 0;
		const lastAhead = Math.min(lastPage, first.number - 1 + wanted, number + PAGES_AHEAD);
		for (let next = number + 1; next <= lastAhead; next += 1) {
			if (!ahead.has(next)) ahead.set(next, observed(ask(next)));
		}
		// Each removed record moved a later one to the end of the page before.
		for (let again = number - 1, fallen = fallBetween(before, page); again >= first.number && fallen > (number - 1 - again) * size; again -= 1) {
			const found = await ask(again);
			yield { page: found, isAgain: true };
			fallen = fallBetween(before, found);
		}
		before = page;
		yield { page, isAgain: false };
	}
}

/** How many records fewer the later page counts. */
function fallBetween(earlier: Page | undefined, later: Page): number {
	return (earlier?.total ?? 0) - (later.total ?? Infinity);
}

/** A page that was read ahead and failed is reported in its order, not as an unhandled rejection. */
function observed(page: Promise<Page>): Promise<Page> {
	page.catch(() => undefined);
	return page;
}
