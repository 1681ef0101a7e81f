import type { IDataObject } from 'n8n-workflow';

import { readPage, type Envelope, type Page, type PageForm } from './answers/page';
import { Seen } from './answers/seen';
import { PageError } from './answers/shape';
import type { AtPage } from './pageIn';
import { MAX_PER_PAGE, PageSize } from './pageSize';
import type { Answer, ApiRequest } from './request';
import type { Send } from './send';

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
	const ask = async (perPage: number) => await send(atPage(request, from, perPage));
	const { answer, perPage } = listing.perPage
		? { answer: await ask(listing.perPage), perPage: listing.perPage }
		: await pageSize.settle(Math.min(MAX_PER_PAGE, limit), ask);
	yield* readOn(send, { request, atPage, limit, form: envelope, first: { number: from, answer }, perPage });
}

/**
 * The records of pages whose first one is there. Pages drift while they are read: a record whose id came before
 * is left out, and where fewer came than the helpdesk counts, some slipped from one page to another that had
 * been read, so that all are read again.
 *
 * @throws {PageError} where pages do not end, and where records are missing after several readings
 */
export async function* readOn(send: Send, listing: OpenListing): AsyncGenerator<IDataObject> {
	const { request, atPage, perPage, limit, maxPages } = listing;
	const { number } = listing.first;
	const seen = new Seen();
	let handedOut = 0;
	let { first } = listing;
	for (let readings = 1; ; readings += 1) {
		let counted: number | undefined;
		let barren = 0;
		let pages = 0;
		for await (const page of readPages(send, { ...listing, first })) {
			if (pages === 0) counted = page.total;
			const before = seen.size;
			for (const record of page.records) {
				if (seen.isRepeated(record)) continue;
				yield record;
				handedOut += 1;
				if (handedOut >= limit) return;
			}
			pages += 1;
			if (maxPages !== undefined && pages >= maxPages) return;
			barren = seen.size > before || readings > 1 ? 0 : barren + 1;
			if (maxPages === undefined && number + pages - 1 < page.lastPage) refuseEndless(page, { pages, barren, handedOut });
		}
		if (counted === undefined || number > 1 || !seen.allHaveIds || seen.size >= counted) return;
		if (readings >= MAX_READINGS) {
			throw new PageError(
				`the helpdesk counts ${counted} records and ${seen.size} came in ${readings} readings: they move while they are read`,
			);
		}
		first = { number, answer: await send(atPage(request, number, perPage)) };
	}
}

/** Throws {PageError} where the pages that are still announced cannot be what they seem. */
function refuseEndless({ records, total = Infinity }: Page, read: { pages: number; barren: number; handedOut: number }): void {
	if (read.barren >= MAX_BARREN_PAGES) {
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

async function* readPages(send: Send, { request, form, atPage, limit, first, perPage }: OpenListing): AsyncGenerator<Page> {
	const read = async (number: number): Promise<Page> => readPage((await send(atPage(request, number, perPage))).body, form, number);
	const ahead = new Map<number, Promise<Page>>();
	let lastPage = first.number;
	for (let number = first.number; number <= lastPage; number += 1) {
		const page = number === first.number ? readPage(first.answer.body, form, number) : await (ahead.get(number) ?? read(number));
		ahead.delete(number);
		lastPage = page.lastPage;
		if (page.lastPageIsKnown && lastPage > MAX_PAGES && limit === Infinity) throw tooMany(MAX_PAGES);
		const size = page.perPage ?? perPage ?? page.records.length;
		const lastWanted = page.lastPageIsKnown ? first.number - 1 + Math.ceil(limit / size) : number;
		const lastAhead = Math.min(lastPage, lastWanted, number + PAGES_AHEAD);
		for (let next = number + 1; next <= lastAhead; next += 1) {
			if (!ahead.has(next)) ahead.set(next, observed(read(next)));
		}
		yield page;
	}
}

/** A page that failed ahead of its turn is reported at its turn, not as an unhandled rejection. */
function observed(page: Promise<Page>): Promise<Page> {
	page.catch(() => undefined);
	return page;
}
