import type { IDataObject } from 'n8n-workflow';

import { readPage, type Envelope, type Page, type PageForm } from './answers/page';
import { Seen } from './answers/seen';
import { isId, PageError } from './answers/shape';
import type { AtPage } from './pageIn';
import { MAX_PER_PAGE, PageSize } from './pageSize';
import type { Answer, ApiRequest } from './request';
import type { Send } from './send';
import { Totals } from './totals';

/** Pages read ahead of the one that is handed out: bounds memory, and fills a latency of seconds. */
const PAGES_AHEAD = 10;

/** So many pages in a row without a new record are not drift but a server that repeats itself. */
const MAX_BARREN_PAGES = 3;

/** So many records more than twice those that the server counts are not ones that were added meanwhile. */
const MAX_UNCOUNTED = 1_000;

/** So often a listing is read before its missing records are an error. */
const MAX_READINGS = 5;

/** More pages than these are no listing but a mistake: a million records, and more than half an hour of the whole limit. */
export const MAX_PAGES = 10_000;

export interface Listing {
	request: ApiRequest;
	envelope: Envelope;
	/** Puts page number and page size where the endpoint takes them. */
	atPage: AtPage;
	/** Stop after so many records; Infinity for all. */
	limit: number;
	/** What is known of the largest page; by default nothing. */
	pageSize?: PageSize;
	/** A page size that the user chose: it is asked for as it is. */
	perPage?: number;
	/** The page to begin with; by default 1. */
	from?: number;
}

/** Pages whose first one is there. */
export interface OpenListing extends Pick<Listing, 'request' | 'atPage' | 'limit'> {
	form: Envelope | PageForm;
	first: { number: number; answer: Answer };
	/** The size to go on with; undefined for the server's own. */
	perPage?: number;
	/** So many pages are read and no more, whatever they say; by default all are. */
	maxPages?: number;
}

/**
 * Reads a listing as a stream of records, in the server's order.
 *
 * Asks 100 a page, or as many as the server allows, never for a page more than `limit` needs, and where the
 * last page is known up to ten at a time. What `meta` says is believed, never the number of records in a page.
 *
 * @throws {PageError} for an answer that is not the expected page form, and where pages do not end
 */
export async function* readAll(send: Send, listing: Listing): AsyncGenerator<IDataObject> {
	const { request, envelope, atPage, limit, from = 1, pageSize = new PageSize() } = listing;
	const ask = async (perPage?: number) => await send(atPage(request, from, perPage));
	const { answer, perPage } = listing.perPage
		? { answer: await ask(listing.perPage), perPage: listing.perPage }
		: await pageSize.settle(Math.min(MAX_PER_PAGE, limit), ask);
	yield* readOn(send, { request, atPage, limit, form: envelope, first: { number: from, answer }, perPage });
}

/**
 * The records of pages whose first one is there. Pages drift while they are read: a record whose id came before
 * is left out. Where the total falls, the pages before are read again for what slipped onto them, at the end the first
 * ones for what moved there, and where records may still be missing, all are.
 *
 * @throws {PageError} where pages do not end, and where records are missing after several readings
 */
export async function* readOn(send: Send, listing: OpenListing): AsyncGenerator<IDataObject> {
	const { request, atPage, perPage, limit, maxPages } = listing;
	const { number } = listing.first;
	const seen = new Seen();
	const totals = new Totals();
	let handedOut = 0;
	let { first } = listing;
	for (let readings = 1; ; readings += 1) {
		totals.begin();
		const before = seen.size;
		let known = before;
		const own = readings === 1 ? seen : new Seen();
		let barren = 0;
		let pages = 0;
		for await (const { page, isAgain } of readPages(send, { ...listing, first }, totals, seen)) {
			const isCounted = totals.ever !== undefined;
			if (own !== seen) own.newOf(page.records, isCounted);
			const fresh = new Set(seen.newOf(page.records, isCounted));
			for (const record of page.records) {
				// Two without an ID may say the same, unless their page is read again.
				if ((isAgain || isId(record.id)) && !fresh.has(record)) continue;
				yield record;
				handedOut += 1;
				if (handedOut >= limit) return;
			}
			if (isAgain) continue;
			pages += 1;
			if (maxPages !== undefined && pages >= maxPages) return;
			barren = seen.size > known || readings > 1 ? 0 : barren + 1;
			known = seen.size;
			if (maxPages === undefined && number + pages - 1 < page.lastPage)
				refuseEndless(page, { pages, barren, handedOut, hasFallen: totals.hasFallen });
		}
		if (totals.ever === undefined || number > 1 || !seen.allHaveIds) return;
		if (totals.areReached(seen.size, { gave: own.size, brought: readings === 1 ? Infinity : seen.size - before })) return;
		if (readings >= MAX_READINGS) {
			throw new PageError(
				`the helpdesk counted ${totals.ever} records and ${seen.size} came in ${readings} readings: they move while they are read`,
			);
		}
		first = { number, answer: await send(atPage(request, number, perPage)) };
	}
}

/** Throws {PageError} where the pages that are still announced cannot be what they seem. */
function refuseEndless({ records, total = Infinity }: Page, read: { pages: number; barren: number; handedOut: number; hasFallen: boolean }): void {
	// What was read again may have been ahead of all pages that had been asked for by then.
	if (read.barren >= MAX_BARREN_PAGES + (read.hasFallen ? PAGES_AHEAD : 0)) {
		const what = records.length > 0 ? 'repeated earlier records' : 'were empty, although the helpdesk announces more';
		throw new PageError(`${read.barren} pages in a row ${what}`);
	}
	if (read.handedOut > 2 * total + MAX_UNCOUNTED)
		throw new PageError(`${read.handedOut} records came and more are announced, although the helpdesk counts ${total}`);
	if (read.pages >= MAX_PAGES) throw tooMany(read.pages);
}

function tooMany(pages: number): PageError {
	return new PageError(`the helpdesk announces more than ${pages} pages`);
}

/** A page in its turn, or one that is read again. */
interface Turn {
	page: Page;
	isAgain: boolean;
}

/**
 * The pages one after the other. Where the total fell from one to the next, what was read is read again in between; where it
 * only rose, and fewer came than there have been, the first pages are at the end.
 */
async function* readPages(
	send: Send,
	{ request, form, atPage, limit, first, perPage, maxPages = Infinity }: OpenListing,
	totals: Totals,
	seen: Seen,
): AsyncGenerator<Turn> {
	const noted = ({ body }: Answer, number: number): Page => {
		const page = readPage(body, form, number);
		totals.note(page.total);
		return page;
	};
	const read = async (number: number): Promise<Page> => noted(await send(atPage(request, number, perPage)), number);
	const ahead = new Map<number, Promise<Page>>();
	let lastPage = first.number;
	let before: Page | undefined;
	for (let number = first.number; number <= lastPage; number += 1) {
		const page = number === first.number ? noted(first.answer, number) : await (ahead.get(number) ?? read(number));
		ahead.delete(number);
		lastPage = page.lastPage;
		if (page.lastPageIsKnown && lastPage > MAX_PAGES && limit === Infinity) throw tooMany(MAX_PAGES);
		const size = page.perPage ?? perPage ?? page.records.length;
		const lastWanted = page.lastPageIsKnown ? first.number - 1 + Math.ceil(limit / size) : number;
		const lastAhead = Math.min(lastPage, lastWanted, number + PAGES_AHEAD, first.number - 1 + maxPages);
		for (let next = number + 1; next <= lastAhead; next += 1) {
			if (!ahead.has(next)) ahead.set(next, observed(read(next)));
		}
		// What stood behind the page before when that was read stands now on its last places, one for each record that left; while
		// pages are read from there to the front, and records leave, none slips by.
		for (let again = number - 1, fallen = fallBetween(before, page); again >= first.number && fallen > (number - 1 - again) * size; again -= 1) {
			totals.hasFallen = true;
			const found = await read(again);
			yield { page: found, isAgain: true };
			fallen = fallBetween(before, found);
		}
		before = page;
		yield { page, isAgain: false };
	}
	if (first.number > 1 || !seen.allHaveIds || totals.hasFallen || !totals.hasRisen) return;
	// What moved to the front while it was read stands there beside what is new.
	for (let number = 1, came = -1; number <= lastPage && came < seen.size && seen.size < (totals.ever ?? 0); number += 1) {
		came = seen.size;
		yield { page: await read(number), isAgain: true };
	}
}

/** How many records fewer the later page counts. */
function fallBetween(earlier: Page | undefined, later: Page): number {
	return (earlier?.total ?? 0) - (later.total ?? Infinity);
}

/** A page that failed ahead of its turn is reported at its turn, not as an unhandled rejection. */
function observed(page: Promise<Page>): Promise<Page> {
	page.catch(() => undefined);
	return page;
}
