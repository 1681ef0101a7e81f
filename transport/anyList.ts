import { PageError } from './errors';
import { isListOfObjects, isObject, malformed, shapeOf, wholeNumber } from './answers/shape';
import { MAX_PER_PAGE, pageIn, PageSize } from './paging';
import { readOn } from './paginate';
import type { ApiRequest } from './request';
import type { Send } from './send';
import type { PageForm } from './answers/page';

/** A listing whose answers the specification does not show. */
export interface AnyListing {
	request: ApiRequest;
	/** Stop after so many records; Infinity for all. */
	limit: number;
	/** The contract shows no page parameters for the endpoint: the first page is asked for without them, later ones by number alone. */
	plain?: boolean;
	pageSize?: PageSize;
	/** Maximum number of pages, for a list that a person chooses from. */
	maxPages?: number;
	/** Called instead of an error if the answer shows that there is more, but not how to read it. */
	onPart?: () => void;
}

/**
 * Reads a listing of a form that is not shown as a stream of rows. Pages are read on in the contract's forms; a list without
 * pages is the whole.
 *
 * @throws {PageError} with the answer's form, if it has no list, or shows that there is more and all are wanted
 */
export async function* readAnyList(send: Send, listing: AnyListing): AsyncGenerator<unknown> {
	const { request, limit, plain, maxPages, onPart, pageSize = new PageSize() } = listing;
	const atPage = pageIn.query;
	const { answer, perPage } = plain
		? { answer: await send(request), perPage: undefined }
		: await pageSize.settle(Math.min(MAX_PER_PAGE, limit), async (size) => await send(atPage(request, 1, size)));
	const form = formOf(answer.body);
	if ('pages' in form) {
		yield* readOn(send, { request, atPage, limit, form: form.pages, first: { number: 1, answer }, perPage, maxPages });
		return;
	}
	const { rows, isPart } = form;
	if (isPart && limit > rows.length) {
		const hint = rows.length > 0 ? `. With a 'Limit' of ${rows.length} or less, the records of this one answer are output` : '';
		if (!onPart) throw new PageError(`its pages have a form that is not known, ${shapeOf(answer.body)}${hint}`);
		onPart();
	}
	yield* rows.slice(0, limit);
}

/** A listing of a form that is not shown: pages that can be read on, or the rows of one answer, which may show that there are more. */
export type ListForm = { pages: PageForm } | { rows: unknown[]; isPart: boolean };

/** A list in an answer, and the fields beside it at each level. */
interface Found {
	rows: unknown[];
	/** Names on the way to the list, from the outermost. */
	path: string[];
	beside: Array<Record<string, unknown>>;
}

/** Deep enough for {data: {messages: {data: []}}}. */
const DEEPEST = 3;

/** Objects that speak of a list and hold none. */
const ABOUT_PAGES = /^(meta|links|pagination|paging)$/;

/**
 * The form of a listing that the specification does not show: a bare list, one in `data` or under one other name, in a wrapper
 * or not, whole or in counting or simple pages. An empty answer is an empty list.
 *
 * @throws {PageError} for an answer that does not have exactly one list
 */
export function formOf(body: unknown): ListForm {
	if (body === undefined || body === null || body === '') return { rows: [], isPart: false };
	const found = Array.isArray(body) ? bare(body) : listIn(body);
	if (!found?.rows.every(isRow)) throw malformed(body, 'one list of records, bare, in "data" or under one other name');
	const pages = pagesOf(found);
	return pages ? { pages } : { rows: found.rows, isPart: showsMore(found) };
}

/** A record, or a bare value such as a name. */
function isRow(row: unknown): boolean {
	return typeof row !== 'object' || isObject(row);
}

function bare(rows: unknown[]): Found {
	return { rows, path: [], beside: [] };
}

/** The list in `data`, or the only one there is; what has an ID is a record, whose lists are its own. */
function listIn(part: unknown, depth = 0): Found | undefined {
	if (!isObject(part) || 'id' in part || part.success === false || depth === DEEPEST) return undefined;
	const { data, ...others } = part;
	if (Array.isArray(data)) return { rows: data, path: ['data'], beside: [others] };
	const names = Object.keys(part).filter((name) => !ABOUT_PAGES.test(name));
	const lists = names.filter((name) => isListOfObjects(part[name]));
	const [name, ...more] = isObject(data) ? ['data'] : lists.length > 0 ? lists : names.filter((each) => listIn(part[each], depth + 1));
	if (name === undefined || more.length > 0) return data === null ? { rows: [], path: ['data'], beside: [others] } : undefined;
	const { [name]: inner, ...beside } = part;
	const found = isObject(inner) ? listIn(inner, depth + 1) : bare(inner as unknown[]);
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

/** Whether a list that is no page has a next page, or a number above its own length, beside it. */
function showsMore({ rows, beside }: Found): boolean {
	const parts = beside.flatMap(({ meta, links, ...own }) => [own, meta, links]).filter(isObject);
	const above = (value: unknown, count: number) => (wholeNumber(value) ?? 0) > count;
	return parts.some(
		({ last_page, total, to, next }) => Boolean(next) || above(last_page, 1) || above(total, rows.length) || above(to, rows.length),
	);
}
