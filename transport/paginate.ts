import { Envelope, Page, PageForm, readPage } from './answers/page';
import { PageError } from './errors';
import { AtPage, askForPage } from './paging';
import { RecordsRead } from './recordsRead';
import { Answer, ApiRequest } from './request';
import { Send } from './send';

const PAGES_AHEAD = 10;

/** A server that sends so many pages without a new record repeats itself. Fewer can come from moving records. */
const MAX_BARREN_PAGES = 3;

export const MAX_READINGS = 5;

/** Enough for a million records. */
const MAX_PAGES = 10_000;

export interface Listing {
	request: ApiRequest;
	envelope: Envelope;
	atPage: AtPage;
	limit: number;
	maxPages?: number;
	onMore?: () => void;
	/** Gets the number of records in the whole list, as the first page shows it. */
	onTotal?: (total: number | undefined) => void;
	/** Reads each page only when its records are needed. By default, pages are read ahead. */
	oneByOne?: boolean;
}

/** A listing whose first page has been read. Without `perPage`, the server chooses the size. */
interface BegunListing extends Omit<Listing, 'envelope'> {
	form: Envelope | PageForm;
	perPage?: number;
	first: Answer;
}

/**
 * Streams the records of a listing in the server's order. Asks for 100 records per page, or for no size if the server
 * refuses that. Reads only the pages that `limit` needs, up to ten at once if the last page is known.
 */
export async function* readAll(send: Send, listing: Listing) {
	const { request, envelope, atPage, limit } = listing;
	const { answer, perPage } = await askForPage(limit, (size) => send(atPage(request, 1, size)));
	yield* readOn(send, { ...listing, form: envelope, first: answer, perPage });
}

/**
 * Streams the records of a listing whose first page has been read, each ID once. Why none is missing:
 * docs/decisions/pages.md.
 *
 * @throws {PageError} if pages do not end, or fewer records came than the server counts
 */
export async function* readOn(send: Send, listing: BegunListing) {
	const { request, form, atPage, perPage, limit, first, maxPages = Infinity, onMore, onTotal } = listing;
	const records = new RecordsRead();
	const noted = ({ body }: Answer, number: number) => {
		const page = readPage(body, form, number);
		records.note(page.total);
		return page;
	};
	const ask = async (number: number) => noted(await send(atPage(request, number, perPage)), number);
	let count = 0;
	let barren = 0;
	for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
		records.least = Infinity;
		const opened = reading === 1 ? noted(first, 1) : await ask(1);
		onTotal?.(opened.total);
		for await (const { page, number, isAgain } of pagesOf(ask, listing, opened)) {
			const { size } = records;
			for (const record of records.newOf(page.records, isAgain || reading > 1)) {
				yield record;
				count += 1;
				if (count >= limit) return;
			}
			if (reading > 1 && records.size >= records.ever!) break;
			if (reading > 1 || isAgain) continue;
			const isLast = number >= page.lastPage;
			if (number >= maxPages) {
				if (!isLast) onMore?.();
				return;
			}
			barren = records.size > size ? 0 : barren + 1;
			if (barren >= MAX_BARREN_PAGES && !isLast && maxPages === Infinity)
				throw new PageError(`${barren} pages in a row had no new record, but the helpdesk announces more`);
		}
		const { ever, haveIds, size, least } = records;
		if (ever === undefined) return;
		if (!haveIds && count < ever)
			throw new PageError(`the helpdesk counts ${ever} records and ${count} came, not all with an ID`);
		// Records that move inside the list do not change its total, so a second reading has to find them.
		if (!haveIds || size >= ever || (reading > 1 && size >= least)) return;
	}
	throw new PageError(
		`the helpdesk counted ${records.ever} records and ${records.size} came in ${MAX_READINGS} readings: ` +
			`they move, or it counts some that it does not list`,
	);
}

/** Yields pages until the list was read without a gap. Pages read at once count only if their totals are equal. */
async function* pagesOf(
	ask: (number: number) => Promise<Page>,
	{ limit, perPage, maxPages = Infinity, oneByOne }: BegunListing,
	opened: Page,
) {
	const size = (opened.perPage ?? perPage ?? opened.records.length) || 1;
	const wanted = Math.min(Math.ceil(limit / size), maxPages);
	let { total = 0, lastPage } = opened;
	/** Ranges of positions whose present records have all been read. The first range begins at 0. */
	let read = [{ from: 0, to: 0 }];
	let width = PAGES_AHEAD;
	let requests = 0;
	let highest = 0;
	for (;;) {
		const next = Math.floor(read[0]!.to / size) + 1;
		if (next > lastPage) return;
		if (lastPage > MAX_PAGES && limit === Infinity)
			throw new PageError(`the helpdesk announces more than ${MAX_PAGES} pages`);
		if (requests > MAX_READINGS * (lastPage + PAGES_AHEAD))
			throw new PageError('the list changes faster than it can be read');
		const most = oneByOne || requests === 0 || !opened.lastPageIsKnown ? 1 : width;
		const batch = new Map([[next, requests === 0 ? Promise.resolve(opened) : observed(ask(next))]]);
		for (let number = next + 1; number <= Math.min(lastPage, wanted) && batch.size < most; number += 1)
			if (!read.some(({ from, to }) => from <= (number - 1) * size && to >= number * size))
				batch.set(number, observed(ask(number)));
		requests += batch.size;
		const totals: number[] = [];
		for (const [number, answer] of batch) {
			const page = await answer;
			yield { page, number, isAgain: number <= highest };
			highest = Math.max(highest, number);
			({ lastPage } = page);
			totals.push(page.total ?? 0);
		}
		const [low, high] = [Math.min(...totals), Math.max(...totals)];
		const isSteady = low === high;
		// If totals differ, each answer of the batch may hide a change of `high - low` records.
		const hidden = (high - low) * batch.size;
		const fallen = Math.max(0, total - high) + hidden;
		const risen = Math.max(0, high - total) + hidden;
		read = read.map(({ from, to }, index) => ({ from: index === 0 ? 0 : from + risen, to: to - fallen }));
		if (isSteady) for (const number of batch.keys()) read.push({ from: (number - 1) * size, to: number * size });
		read = joined(read);
		if (!isSteady) width = Math.ceil(width / 2);
		else if (low === total) width = Math.min(PAGES_AHEAD, width * 2);
		total = high;
	}
}

interface Range {
	from: number;
	to: number;
}

/** Joins ranges that touch each other. The first one begins at 0. */
function joined(ranges: Range[]) {
	const all = [{ from: 0, to: 0 }];
	for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
		const last = all.at(-1)!;
		if (from <= last.to) last.to = Math.max(last.to, to);
		else if (from < to) all.push({ from, to });
	}
	return all;
}

/** Keeps a failed page from being an unhandled rejection. */
function observed(page: Promise<Page>) {
	page.catch(() => undefined);
	return page;
}
