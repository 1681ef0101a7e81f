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
export const MAX_PAGES = 10_000;

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
export interface OpenListing extends Omit<Listing, 'envelope' | 'pageSize'> {
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
 * Streams the records of a listing whose first page has been read, each ID once. Why none is missing:
 * docs/decisions/pages.md.
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
		progress.least = Infinity;
		const opened = reading === 1 ? noted(first.answer, first.number) : await ask(first.number);
		const endless = new EndlessCheck(listing, progress);
		for await (const { page, isAgain } of pagesOf(ask, listing, opened)) {
			for (const record of progress.newOf(page.records, isAgain || reading > 1)) {
				yield record;
				count += 1;
				if (count >= limit) return;
			}
			if (reading > 1 && progress.size >= progress.ever!) break;
			if (!isAgain && reading === 1 && endless.isEnd(page)) return;
		}
		const { ever, haveIds, size, least } = progress;
		if (ever === undefined || first.number > 1) return;
		if (!haveIds && count < ever)
			throw new PageError(`the helpdesk counts ${ever} records and ${count} came, not all with an ID`);
		// Records that move inside the list do not change its total, so a second reading has to find them.
		if (!haveIds || size >= ever || (reading > 1 && size >= least)) return;
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
		const { size } = this.progress;
		this.pages += 1;
		if (this.pages >= maxPages) {
			if (first.number + this.pages <= lastPage) onMore?.();
			return true;
		}
		this.barren = size > this.size ? 0 : this.barren + 1;
		this.size = size;
		if (maxPages !== Infinity || first.number + this.pages > lastPage) return false;
		if (this.barren >= MAX_BARREN_PAGES) {
			const what =
				records.length > 0 ? 'repeated earlier records' : 'were empty, although the helpdesk announces more';
			throw new PageError(`${this.barren} pages in a row ${what}`);
		}
		return false;
	}
}

/**
 * Yields the pages of one reading until its front has grown over the whole list. Pages of a batch are requested at the
 * same time, and count only if all of them show the same total.
 */
async function* pagesOf(
	ask: (number: number) => Promise<Page>,
	{ limit, first, perPage, maxPages = Infinity, oneByOne }: OpenListing,
	opened: Page,
): AsyncGenerator<{ page: Page; isAgain: boolean }> {
	const size = (opened.perPage ?? perPage ?? opened.records.length) || 1;
	const wanted = first.number - 1 + Math.min(Math.ceil(limit / size), maxPages);
	const start = (first.number - 1) * size;
	/** Stretches of the list, as positions, of which each record came that is still there. */
	let read: Array<{ from: number; to: number }> = [];
	let { total = 0, lastPage } = opened;
	let width = PAGES_AHEAD;
	let requests = 0;
	const asked = new Set<number>();
	for (;;) {
		const next = Math.floor(endOf(read, start) / size) + 1;
		if (next > lastPage) return;
		if (lastPage > MAX_PAGES && limit === Infinity)
			throw new PageError(`the helpdesk announces more than ${MAX_PAGES} pages`);
		if (requests > MAX_READINGS * (lastPage + PAGES_AHEAD))
			throw new PageError('the list changes faster than it can be read');
		const isFirst = requests === 0;
		const most = oneByOne || isFirst || !opened.lastPageIsKnown ? 1 : width;
		const batch = new Map([[next, isFirst ? Promise.resolve(opened) : observed(ask(next))]]);
		for (let number = next + 1; number <= Math.min(lastPage, wanted) && batch.size < most; number += 1)
			if (endOf(read, (number - 1) * size) < number * size) batch.set(number, observed(ask(number)));
		requests += batch.size;
		let [low, high] = [Infinity, 0];
		for (const [number, answer] of batch) {
			const page = await answer;
			yield { page, isAgain: asked.has(number) };
			asked.add(number);
			({ lastPage } = page);
			low = Math.min(low, page.total ?? 0);
			high = Math.max(high, page.total ?? 0);
		}
		const isSteady = low === high;
		// Each answer of an unsteady batch may hide a change of this size.
		const risen = high - total;
		const fallen = isSteady ? total - low : (Math.max(high, total) - low) * batch.size;
		read = read
			.filter(({ from }) => from === start || (isSteady && risen <= 0))
			.map(({ from, to }) => ({ from, to: to - Math.max(0, fallen) }))
			.filter(({ from, to }) => from < to);
		if (isSteady) for (const number of batch.keys()) read.push({ from: (number - 1) * size, to: number * size });
		read = [{ from: start, to: endOf(read, start) }, ...read.filter(({ from }) => from > endOf(read, start))];
		if (!isSteady) width = Math.ceil(width / 2);
		else if (low === total) width = Math.min(PAGES_AHEAD, width * 2);
		total = high;
	}
}

/** Keeps a failed page from being an unhandled rejection. It is reported when its turn comes. */
function observed(page: Promise<Page>): Promise<Page> {
	page.catch(() => undefined);
	return page;
}

/** Returns where a stretch ends that begins at a position, or before it. */
function endOf(read: Array<{ from: number; to: number }>, position: number): number {
	let end = position;
	for (const { from, to } of read.sort((a, b) => a.from - b.from)) if (from <= end) end = Math.max(end, to);
	return end;
}
