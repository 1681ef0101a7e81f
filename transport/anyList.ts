import { PageError } from './errors';
import { isListOfObjects, isObject, malformed, shapeOf, wholeNumber } from './answers/shape';
import { MAX_PER_PAGE, pageIn, PageSize } from './paging';
import { readOn } from './paginate';
import type { ApiRequest } from './request';
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
	const form = formOf(answer.body);
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
	const { rows, isPart } = form;
	if (isPart && limit > rows.length) {
		const hint =
			rows.length > 0
				? `. With a 'Limit' of ${rows.length} or less, the records of this one answer are output`
				: '';
		if (!onPart) throw new PageError(`its pages have a form that is not known, ${shapeOf(answer.body)}${hint}`);
		onPart();
	}
	yield* rows.slice(0, limit);
}

type ListForm = { pages: PageForm } | { rows: unknown[]; isPart: boolean };

/** A list in an answer, with the fields beside it at each level. */
interface Found {
	rows: unknown[];
	path: string[];
	beside: Array<Record<string, unknown>>;
}

/** Maximum depth of a list: enough for {data: {messages: {data: []}}}. */
const DEEPEST = 3;

const ABOUT_PAGES = /^(meta|links|pagination|paging)$/;

/**
 * Finds the only list in an answer: bare, in `data` or under another name. An empty answer is an empty list. Otherwise
 * throws {PageError}.
 */
export function formOf(body: unknown): ListForm {
	if (body === undefined || body === null || body === '') return { rows: [], isPart: false };
	const found = Array.isArray(body) ? { rows: body, path: [], beside: [] } : listIn(body);
	if (!found?.rows.every(isRow))
		throw malformed(body, 'one list of records, bare, in "data" or under one other name');
	const pages = pagesOf(found);
	return pages ? { pages } : { rows: found.rows, isPart: showsMore(found) };
}

function isRow(row: unknown): boolean {
	return typeof row !== 'object' || isObject(row);
}

/** Returns the list in `data`, or the only one. An object with an ID is a record, not a wrapper. */
function listIn(part: unknown, depth = 0): Found | undefined {
	if (!isObject(part) || 'id' in part || part.success === false || depth === DEEPEST) return undefined;
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

/** Returns whether a next page, or a number above the list's length, is beside the list. */
function showsMore({ rows, beside }: Found): boolean {
	const parts = beside.flatMap(({ meta, links, ...own }) => [own, meta, links]).filter(isObject);
	const above = (value: unknown, count: number) => (wholeNumber(value) ?? 0) > count;
	return parts.some(
		({ last_page, total, to, next }) =>
			Boolean(next) || above(last_page, 1) || above(total, rows.length) || above(to, rows.length),
	);
}
