import type { IDataObject } from 'n8n-workflow';

import { type Envelope, type Page, type PageForm, readPage } from './answers/page';
import { PageError } from './errors';
import { type AtPage, MAX_PER_PAGE, PageSize } from './paging';
import { Progress } from './progress';
import type { Answer, ApiRequest } from './request';
import type { Send } from './send';

/** Maximum number of pages in flight, which limits memory. */
const PAGES_AHEAD = 10;

/** After so many pages in a row without a new record, the server repeats itself. Fewer can be drift. */
const MAX_BARREN_PAGES = 3;

export const MAX_READINGS = 5;

/** Enough for a million records, which take over half an hour at the full limit. */
const MAX_PAGES = 10_000;

export interface Listing {
	request: ApiRequest;
	envelope: Envelope;
	atPage: AtPage;
	/** Maximum number of records; Infinity for all. */
	limit: number;
	pageSize?: PageSize;
	maxPages?: number;
	/** Called if there are more pages than `maxPages`. */
	onMore?: () => void;
	/** Reads each page only when its records are needed. By default, pages are read ahead. */
	oneByOne?: boolean;
}

/** A listing whose first page has been read. Without `perPage`, the server chooses the size. */
interface OpenListing extends Omit<Listing, 'envelope' | 'pageSize'> {
	form: Envelope | PageForm;
	perPage?: number;
	first: { number: number; answer: Answer };
}

/**
 * Streams the records of a listing in the server's order, 100 a page or as many as the server allows. Reads no page
 * more than `limit` needs, and up to ten pages at once if the last one is known. Throws {PageError} as `readOn` and
 * `readPage` do.
 */
export async function* readAll(send: Send, listing: Listing): AsyncGenerator<IDataObject> {
	const { request, envelope, atPage, limit, pageSize = new PageSize(), maxPages, onMore, oneByOne } = listing;
	const ask = async (perPage?: number) => await send(atPage(request, 1, perPage));
	const { answer, perPage } = await pageSize.settle(Math.min(MAX_PER_PAGE, limit), ask);
	yield* readOn(send, {
		request,
		atPage,
		limit,
		form: envelope,
		first: { number: 1, answer },
		perPage,
		maxPages,
		onMore,
		oneByOne,
	});
}

/**
 * Streams the records of a listing whose first page has been read, each ID once. Pages drift: if the total falls,
 * earlier pages are read again for records that moved there. If records may still be missing, all pages are.
 *
 * @throws {PageError} if pages do not end, or fewer records came than the server counts
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
		// If records were only added, the missing ones are on the first pages.
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
		if (!haveIds && count < ever)
			throw new PageError(`the helpdesk counts ${ever} records and ${count} came, not all with an ID`);
		if (!haveIds || isComplete) return;
	}
	throw new PageError(
		`the helpdesk counted ${progress.ever} records and ${progress.size} came in ${MAX_READINGS} readings: ` +
			`they move while they are read`,
	);
}

/** Ends a listing after `maxPages`, and throws for a listing without end. */
class EndlessCheck {
	private pages = 0;
	/** Pages in a row without a new record. */
	private barren = 0;
	private size = 0;

	constructor(
		private readonly listing: OpenListing,
		private readonly progress: Progress,
	) {}

	/** Returns whether the listing ends here. Throws {PageError} if the server announces pages without end. */
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
		// After earlier pages were read again, later ones may bring nothing new.
		if (this.barren >= MAX_BARREN_PAGES + (hasFallen ? PAGES_AHEAD : 0)) {
			const what =
				records.length > 0 ? 'repeated earlier records' : 'were empty, although the helpdesk announces more';
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
async function* pagesOf(
	ask: (number: number) => Promise<Page>,
	listing: Reading,
): AsyncGenerator<{ page: Page; isAgain: boolean }> {
	const { limit, first, perPage, maxPages = Infinity, opened, isShort, oneByOne } = listing;
	const ahead = new Map([[first.number, Promise.resolve(opened)]]);
	let before: Page | undefined;
	for (let number = first.number, lastPage = number; number <= lastPage; number += 1) {
		const page = await (ahead.get(number) ?? ask(number));
		ahead.delete(number);
		lastPage = page.lastPage;
		if (lastPage > MAX_PAGES && limit === Infinity)
			throw new PageError(`the helpdesk announces more than ${MAX_PAGES} pages`);
		const size = page.perPage ?? perPage ?? page.records.length;
		const wanted = page.lastPageIsKnown && !isShort && !oneByOne ? Math.min(Math.ceil(limit / size), maxPages) : 0;
		const lastAhead = Math.min(lastPage, first.number - 1 + wanted, number + PAGES_AHEAD);
		for (let next = number + 1; next <= lastAhead; next += 1) {
			if (!ahead.has(next)) ahead.set(next, observed(ask(next)));
		}
		// Each removed record moves a later one to the end of an earlier page.
		for (
			let again = number - 1, fallen = fallBetween(before, page);
			again >= first.number && fallen > (number - 1 - again) * size;
			again -= 1
		) {
			const found = await ask(again);
			yield { page: found, isAgain: true };
			fallen = fallBetween(before, found);
		}
		before = page;
		yield { page, isAgain: false };
	}
}

/** Returns by how many records the total fell. */
function fallBetween(earlier: Page | undefined, later: Page): number {
	return (earlier?.total ?? 0) - (later.total ?? Infinity);
}

/** Keeps a failed page from being an unhandled rejection. It is reported when its turn comes. */
function observed(page: Promise<Page>): Promise<Page> {
	page.catch(() => undefined);
	return page;
}
