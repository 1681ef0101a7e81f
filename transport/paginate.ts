import type { IDataObject } from 'n8n-workflow';

import { PageError, readPage, type Envelope, type Page } from './page';
import type { ApiRequest } from './request';
import type { Send } from './send';

/** Specification, Limits: the maximum of per-page. */
export const MOST_PER_PAGE = 100;

/** Pages read ahead of the one that is handed out: bounds memory, and fills a latency of seconds. */
const PAGES_AHEAD = 10;

/** So many pages in a row without a new record are not drift but a server that repeats itself. */
const MOST_BARREN_PAGES = 3;

export interface Listing {
	request: ApiRequest;
	envelope: Envelope;
	/** Puts page number (from 1) and page size where the endpoint takes them. */
	atPage: (request: ApiRequest, page: number, perPage: number) => ApiRequest;
	/** Stop after so many records; Infinity for all. */
	limit: number;
}

/**
 * Reads a listing as a stream of records, in the server's order.
 *
 * Asks 100 a page, never for a page more than `limit` needs, and where the last page is known up to ten
 * at a time. Pages drift while they are read, so a record whose id came before is left out. What `meta`
 * says is believed, never the number of records in a page.
 *
 * @throws {PageError} for an answer that is not the expected page form, and where pages only repeat
 */
export async function* readAll(send: Send, listing: Listing): AsyncGenerator<IDataObject> {
	const seen = new Set<unknown>();
	let handedOut = 0;
	let barren = 0;
	for await (const page of readPages(send, listing)) {
		const before = handedOut;
		for (const record of page.records) {
			if (record.id !== undefined) {
				if (seen.has(record.id)) continue;
				seen.add(record.id);
			}
			yield record;
			handedOut += 1;
			if (handedOut >= listing.limit) return;
		}
		barren = handedOut > before ? 0 : barren + 1;
		if (barren >= MOST_BARREN_PAGES) throw new PageError(`${barren} pages in a row repeated earlier records`);
	}
}

async function* readPages(send: Send, listing: Listing): AsyncGenerator<Page> {
	const asked = Math.min(MOST_PER_PAGE, listing.limit);
	const read = async (number: number): Promise<Page> => {
		const answer = await send(listing.atPage(listing.request, number, asked));
		return readPage(answer.body, listing.envelope, number);
	};
	const ahead = new Map<number, Promise<Page>>();
	let lastPage = 1;
	for (let number = 1; number <= lastPage; number += 1) {
		const page = await (ahead.get(number) ?? read(number));
		ahead.delete(number);
		lastPage = page.lastPage;
		const lastWanted = page.lastPageIsKnown ? Math.ceil(listing.limit / (page.perPage ?? asked)) : number;
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
