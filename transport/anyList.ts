import { PageError } from './errors';
import { isListOfObjects, isObject, saysFailure, malformed, wholeNumber } from './answers/shape';
import { ApiError } from './apiError';
import { askForPage, pageIn } from './paging';
import { readOn } from './paginate';
import { identityOf } from './recordsRead';
import { Answer, ApiRequest } from './request';
import { Send } from './send';
import { PageForm } from './answers/page';

interface AnyListing {
	request: ApiRequest;
	limit: number;
	/** The contract shows no page parameters, so the first page is read without any. */
	plain?: boolean;
	/** If set, a part of the list is enough. */
	maxPages?: number;
	/** Called instead of an error if only a part of the records can be requested. */
	onPart?: () => void;
}

/**
 * Streams the rows of a listing whose form is not specified: pages in a form of the contract, or a single list. A list
 * of a page's length is complete if page 2 is empty, equal or refused, and no field announces more records.
 *
 * Throws {PageError} if the answer has no list, or announces more records that cannot be requested.
 */
export async function* readAnyList(send: Send, listing: AnyListing) {
	const { request, limit, plain, maxPages, onPart } = listing;
	const atPage = pageIn.query;
	const { answer, perPage } = plain
		? { answer: await send(request), perPage: undefined }
		: await askForPage(limit, (size) => send(atPage(request, 1, size)));
	const form = formOf(answer.body, answer.headers);
	if ('pages' in form) {
		yield* readOn(send, { request, atPage, limit, form: form.pages, first: answer, perPage, maxPages });
		return;
	}
	const { rows, showsMore, mayBePage } = form;
	yield* rows.slice(0, limit);
	if (rows.length >= limit || maxPages !== undefined) return;
	if (!showsMore && !(mayBePage && (await bringsMore(rows, send(atPage(request, 2, perPage)))))) return;
	if (!onPart || rows.length === 0) throw new PageError('its pages have an unknown form');
	onPart();
}

/** Returns false if page 2 is empty, the same again or refused, and shows no more records. */
async function bringsMore(rows: unknown[], page2: Promise<Answer>) {
	const answer = await page2.catch((error: unknown) => {
		if (error instanceof ApiError && [400, 404, 405, 422].includes(error.status ?? 0)) return undefined;
		throw error;
	});
	if (!answer) return false;
	const form = formOf(answer.body, answer.headers);
	const known = new Set(rows.map(identityOf));
	return 'pages' in form || form.showsMore || form.rows.some((row) => !known.has(identityOf(row)));
}

/** A list in an answer, with the fields beside it at each level. */
interface Found {
	rows: unknown[];
	path: string[];
	beside: Array<Record<string, unknown>>;
}

/** Maximum depth of a list: enough for {data: {messages: {data: []}}}. */
const DEEPEST = 3;

const ABOUT_PAGES = /^(meta|_?links|pagination|paging|paginator|page_?info)$/i;

/** Usual page sizes. A list of another length counts as complete. */
const PAGE_LENGTHS = [10, 15, 20, 25, 50, 100];

/** Names of fields beside a list, without underscores. */
const NEXT = /^(cursor|(has)?(next|more)(page|link|url|cursor|token)*s?)$/i;
const RECORDS = /^(total(count|records|items|results|elements)?|messagescount)$/i;
const PAGES = /^(lastpage|(total)?pages|pagecount)$/i;
const SIZE = /^(perpage|pagesize)$/i;
/** They may count the records of this page only. */
const COUNTS = /^(to|count)$/i;

/**
 * Finds the only list in an answer: at the top, in `data` or under another name. Throws {PageError} for any other
 * answer. An empty answer does not show that there are no records.
 */
export function formOf(body: unknown, { link = '' }: Answer['headers'] = {}) {
	const found = Array.isArray(body) ? { rows: body, path: [], beside: [] } : listIn(body);
	if (!found?.rows.every(isRow))
		throw malformed(body, 'one list of records, bare, in "data" or under one other name');
	const pages = pageFormOf(found);
	return pages ? { pages } : withHints(found, /\brel="?next\b/i.test(link));
}

function isRow(row: unknown) {
	return typeof row !== 'object' || isObject(row);
}

/** Returns the list in `data`, or the only list. An object with an ID is a record, not a wrapper. */
function listIn(part: unknown, depth = 0): Found | undefined {
	if (!isObject(part) || 'id' in part || saysFailure(part) || depth === DEEPEST) return undefined;
	const { data, ...others } = part;
	if (Array.isArray(data)) return { rows: data, path: ['data'], beside: [others] };
	const names = Object.keys(part).filter((name) => !ABOUT_PAGES.test(name));
	const lists = names.filter((name) => isListOfObjects(part[name]));
	const [name, ...more] = isObject(data)
		? ['data']
		: lists.length > 0
			? lists
			: names.filter((each) => listIn(part[each], depth + 1));
	if (name === undefined || more.length > 0) return undefined;
	const { [name]: inner, ...beside } = part;
	const found = isObject(inner) ? listIn(inner, depth + 1) : { rows: inner as unknown[], path: [], beside: [] };
	return found && { rows: found.rows, path: [name, ...found.path], beside: [beside, ...found.beside] };
}

function pageFormOf({ path, beside }: Found): PageForm | undefined {
	const { meta, links } = beside.at(-1) ?? {};
	const { current_page, last_page } = isObject(meta) ? meta : {};
	const place = { within: path.slice(0, -1), records: path.at(-1) ?? '' };
	if (current_page !== undefined && last_page !== undefined) return { ...place, kind: 'counting' };
	if (isObject(links) && 'next' in links) return { ...place, kind: 'simple', unnumbered: true };
	return undefined;
}

/** Returns an object's fields, and those of its objects about pages, such as `meta`. */
function hintsIn(part: object): Array<[string, unknown]> {
	return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
		ABOUT_PAGES.test(name) && isObject(value) ? hintsIn(value) : [[name, value] satisfies [string, unknown]],
	);
}

function withHints({ rows, beside }: Found, hasNextLink: boolean) {
	const hints = beside.flatMap(hintsIn);
	const valuesOf = (names: RegExp) =>
		hints.flatMap(([name, value]) => (names.test(name.replaceAll('_', '')) ? [value] : []));
	const numbersOf = (names: RegExp) => valuesOf(names).flatMap((value) => wholeNumber(value) ?? []);
	const [totals, counts] = [numbersOf(RECORDS), numbersOf(COUNTS)];
	const hasNext = hasNextLink || valuesOf(NEXT).some(Boolean) || numbersOf(PAGES).some((pages) => pages > 1);
	const lengths = [...PAGE_LENGTHS, ...numbersOf(SIZE), ...counts];
	return {
		rows,
		showsMore: hasNext || [...totals, ...counts].some((count) => count > rows.length),
		// The list has the length of a page, and no total.
		mayBePage: lengths.includes(rows.length) && !totals.includes(rows.length),
	};
}
