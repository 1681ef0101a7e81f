import type { Answer } from '../request';
import type { PageForm } from './page';
import { isListOfObjects, isObject, malformed } from './shape';
import { announcesMore } from './signsOfMore';

/** What a listing turns out to be whose form is not shown: pages that can be read on, or the rows of one answer. */
export type ListForm = { pages: PageForm } | { rows: unknown[]; isWhole: boolean };

/** A list in an answer, and all that stands beside it on the way there. */
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
 * The form of a listing that the specification does not show: a bare list, one in `data` or under one other
 * name, in a wrapper or not, whole or in counting or simple pages. Nothing at all is no record.
 *
 * @param path what was asked for
 * @throws {PageError} for an answer in which no one list can be told
 */
export function formOf(answer: Pick<Answer, 'body' | 'headers'>, path?: string): ListForm {
	const { body } = answer;
	if (body === undefined || body === null || body === '') return { rows: [], isWhole: true };
	const found = Array.isArray(body) ? bare(body) : listIn(body);
	if (!found?.rows.every(isRow)) throw malformed(body, 'one list of records, bare, in "data" or under one other name');
	const pages = pagesOf(found);
	return pages ? { pages } : { rows: found.rows, isWhole: !announcesMore(answer, found.rows.length, path) };
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
