import { PageError } from './errors';
import { isId, isListOfObjects, isObject, isRefusal, malformed, shapeOf, wholeNumber } from './answers/shape';
import { ApiError } from './apiError';
import { MAX_PER_PAGE, pageIn, PageSize } from './paging';
import { MAX_PAGES, readOn } from './paginate';
import type { Answer, ApiRequest } from './request';
import type { Send } from './send';
import type { PageForm } from './answers/page';

interface AnyListing {
	request: ApiRequest;
	/** Maximum number of records; Infinity for all. */
	limit: number;
	/**
	 * True if the contract shows no page parameters. Then the first page is read without any, and later ones by number
	 * alone.
	 */
	plain?: boolean;
	pageSize?: PageSize;
	maxPages?: number;
	/** Called in place of an error if there are more records in an unknown form. */
	onPart?: () => void;
}

/**
 * Streams the rows of a listing whose form is not specified: pages in the contract's forms, or a whole list.
 * Throws {PageError} if the answer has no list, or shows more records in another form.
 */
export async function* readAnyList(send: Send, listing: AnyListing): AsyncGenerator<unknown> {
	const { request, limit, plain, maxPages, onPart, pageSize = new PageSize() } = listing;
	const atPage = pageIn.query;
	const { answer, perPage } = plain
		? { answer: await send(request), perPage: undefined }
		: await pageSize.settle(Math.min(MAX_PER_PAGE, limit), async (size) => await send(atPage(request, 1, size)));
	const form = formOf(answer.body, answer.headers);
	if ('pages' in form) {
		yield* readOn(send, {
			request,
			atPage,
			limit,
			form: form.pages,
			first: { number: 1, answer },
			perPage,
			maxPages,
		});
		return;
	}
	yield* form.rows.slice(0, limit);
	if (form.rows.length >= limit || maxPages === 1 || (!form.isPart && (form.isWhole || pageSize.isPageIgnored)))
		return;
	if (yield* readFurther(send, { request, limit, maxPages, pageSize }, form, perPage)) return;
	if (!onPart) {
		const { length } = form.rows;
		const hint =
			length > 0 ? `. With a 'Limit' of ${length} or less, the records of this one answer are output` : '';
		throw new PageError(`its pages have a form that is not known, ${shapeOf(answer.body)}${hint}`);
	}
	onPart();
}

/**
 * Asks for page 2 of a list that does not show its pages, and reads on while other records come. Returns whether the
 * list is whole: page 2 is empty, the same again or refused, and nothing shows more records.
 */
async function* readFurther(
	send: Send,
	{ request, limit, maxPages = MAX_PAGES, pageSize = new PageSize() }: AnyListing,
	first: Rows,
	perPage?: number,
): AsyncGenerator<unknown, boolean> {
	const known = new Set(first.rows.map(keyOf));
	let { isPart } = first;
	for (let number = 2; number <= maxPages; number += 1) {
		const form = await send(pageIn.query(request, number, perPage))
			.then(({ body, headers }) => formOf(body, headers))
			.catch(nothingIfRefused);
		const page = 'rows' in form ? form : { rows: [], isPart: true };
		const fresh = page.rows.filter((row) => !known.has(keyOf(row)));
		if (number === 2) pageSize.isPageIgnored = fresh.length === 0 && !isPart;
		if (fresh.length === 0) return !isPart;
		yield* fresh.slice(0, limit - known.size);
		for (const row of fresh) known.add(keyOf(row));
		// The last page shows no next one, although the others did.
		if (known.size >= limit || (isPart && !page.isPart)) return true;
		({ isPart } = page);
	}
	return maxPages !== MAX_PAGES;
}

function nothingIfRefused(error: unknown): ListForm {
	if (error instanceof ApiError && [400, 404, 405, 422].includes(error.status ?? 0))
		return { rows: [], isPart: false, isWhole: true };
	throw error;
}

function keyOf(row: unknown): string {
	return isObject(row) && isId(row.id) ? String(row.id) : JSON.stringify(row);
}

interface Rows {
	rows: unknown[];
	/** Something beside the list shows more records. */
	isPart: boolean;
	/** Something proves that there are no more. */
	isWhole: boolean;
}

export type ListForm = { pages: PageForm } | Rows;

/** A list in an answer, with the fields beside it at each level. */
interface Found {
	rows: unknown[];
	path: string[];
	beside: Array<Record<string, unknown>>;
}

/** Maximum depth of a list: enough for {data: {messages: {data: []}}}. */
const DEEPEST = 3;

const ABOUT_PAGES = /^(meta|_?links|pagination|paging|paginator|page_?info)$/i;

/** Other lengths than these are no page that was cut off. */
const PAGE_LENGTHS = [10, 15, 20, 25, 50, 100];

/** Names beside a list, without case and underscores: a next page, a number of records, a number of pages. */
const NEXT =
	/^(cursor|after|more|morepages|istruncated|(has)?next(page|link|url|uri|href|cursor|token)*|hasmore(pages)?)$/;
const RECORDS = /^(to|total|count|totalcount|totalrecords|totalitems|totalresults|totalelements|messagescount)$/;
const PAGES = /^(lastpage|pages|totalpages|pagecount|pagestotal|numpages)$/;

/**
 * Finds the only list in an answer: bare, in `data` or under another name. An empty answer is an empty list. Otherwise
 * throws {PageError}.
 */
export function formOf(body: unknown, { link = '' }: Answer['headers'] = {}): ListForm {
	if (body === undefined || body === null || body === '') return { rows: [], isPart: false, isWhole: true };
	const found = Array.isArray(body) ? { rows: body, path: [], beside: [] } : listIn(body);
	if (!found?.rows.every(isRow))
		throw malformed(body, 'one list of records, bare, in "data" or under one other name');
	const pages = pagesOf(found);
	return pages ? { pages } : rowsOf(found, /\brel="?next\b/i.test(link));
}

function isRow(row: unknown): boolean {
	return typeof row !== 'object' || isObject(row);
}

/** Returns the list in `data`, or the only one. An object with an ID is a record, not a wrapper. */
function listIn(part: unknown, depth = 0): Found | undefined {
	if (!isObject(part) || 'id' in part || isRefusal(part) || depth === DEEPEST) return undefined;
	const { data, ...others } = part;
	if (Array.isArray(data)) return { rows: data, path: ['data'], beside: [others] };
	const names = Object.keys(part).filter((name) => !ABOUT_PAGES.test(name));
	const lists = names.filter((name) => isListOfObjects(part[name]));
	const [name, ...more] = isObject(data)
		? ['data']
		: lists.length > 0
			? lists
			: names.filter((each) => listIn(part[each], depth + 1));
	if (name === undefined || more.length > 0)
		return data === null ? { rows: [], path: ['data'], beside: [others] } : undefined;
	const { [name]: inner, ...beside } = part;
	const found = isObject(inner) ? listIn(inner, depth + 1) : { rows: inner as unknown[], path: [], beside: [] };
	return found && { rows: found.rows, path: [name, ...found.path], beside: [beside, ...found.beside] };
}

/** Pages have `meta` or `links` beside their list. */
function pagesOf({ path, beside }: Found): PageForm | undefined {
	const { meta, links } = beside.at(-1) ?? {};
	const { current_page, last_page } = isObject(meta) ? meta : {};
	const place = { within: path.slice(0, -1), records: path.at(-1) ?? '' };
	if (current_page !== undefined && last_page !== undefined) return { ...place, kind: 'counting' };
	if (isObject(links) && 'next' in links) return { ...place, kind: 'simple', unnumbered: true };
	return undefined;
}

/** Reads what the fields beside a list show about further records. */
function rowsOf({ rows, beside }: Found, hasNextLink: boolean): Rows {
	const parts = beside.flatMap((part) => [
		part,
		...Object.entries(part).flatMap(([name, value]) => (ABOUT_PAGES.test(name) && isObject(value) ? [value] : [])),
	]);
	const signs = parts.flatMap((part) =>
		Object.entries(part).map(([name, value]) => ({ name: name.replaceAll('_', '').toLowerCase(), value })),
	);
	const numbers = (names: RegExp) =>
		signs.flatMap(({ name, value }) => (names.test(name) ? (wholeNumber(value) ?? []) : []));
	const totals = numbers(RECORDS);
	const isPart =
		hasNextLink ||
		signs.some(({ name, value }) => NEXT.test(name) && Boolean(value)) ||
		totals.some((total) => total > rows.length) ||
		numbers(PAGES).some((pages) => pages > 1);
	const isWhole = totals.includes(rows.length) || !PAGE_LENGTHS.includes(rows.length);
	return { rows, isPart, isWhole: isWhole && !isPart };
}
