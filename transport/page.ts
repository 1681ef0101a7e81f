import type { IDataObject } from 'n8n-workflow';

/**
 * The three page forms (specification, Counting paginator envelope): `counting` has meta.last_page, `simple`
 * only links.next, `wrapped` is a counting one inside {success, data: {conversations}}.
 */
export type Envelope = 'counting' | 'simple' | 'wrapped';

export interface Page {
	records: IDataObject[];
	/** Number of the last page as this page knows it; for `simple` the next one, while there is one. */
	lastPage: number;
	/** False where `lastPage` only says that one more page follows. */
	lastPageIsKnown: boolean;
	/** The page size that the server used. */
	perPage?: number;
}

/** An answer that is not a page. Its text shows the answer's form, never its content. */
export class PageError extends Error {
	override readonly name = 'PageError';
}

/**
 * Reads one page, or refuses it whole: a half-read page would lose records in silence.
 *
 * @param number the page asked for, from 1
 * @throws {PageError} where a part is missing or another page came back
 */
export function readPage(body: unknown, envelope: Envelope, number: number): Page {
	const page = envelope === 'wrapped' ? unwrap(body) : body;
	const { data, meta, links } = isObject(page) ? page : {};
	const records: unknown = data;
	if (!isListOfObjects(records)) throw malformed(body, 'a list of records in "data"');
	if (!isObject(meta)) throw malformed(body, 'an object in "meta"');
	if (Number(meta.current_page) !== number) {
		throw new PageError(`page ${number} was asked for, but page ${shown(meta.current_page)} came back`);
	}
	const perPage = Number(meta.per_page) || undefined;
	if (envelope === 'simple') {
		const { next } = isObject(links) ? links : {};
		if (next !== null && typeof next !== 'string') throw malformed(body, 'an address or null in "links.next"');
		return { records, lastPage: next === null ? number : number + 1, lastPageIsKnown: false, perPage };
	}
	const lastPage = Number(meta.last_page ?? NaN);
	if (!Number.isInteger(lastPage) || lastPage < 0) throw malformed(body, 'a whole number in "meta.last_page"');
	return { records, lastPage, lastPageIsKnown: true, perPage };
}

/** The form of an answer for an error text: names and types, no values. */
export function shapeOf(value: unknown, depth = 2): string {
	if (Array.isArray(value)) return `list of ${value.length}`;
	if (!isObject(value)) return value === null ? 'null' : typeof value;
	if (depth === 0) return 'object';
	const fields = Object.entries(value).slice(0, 12);
	return `{${fields.map(([name, field]) => `${name}: ${shapeOf(field, depth - 1)}`).join(', ')}}`;
}

function unwrap(body: unknown): unknown {
	const data = isObject(body) && body.success !== false ? body.data : undefined;
	const conversations = isObject(data) ? data.conversations : undefined;
	if (!isObject(conversations)) throw malformed(body, '"success" and the page in "data.conversations"');
	return conversations;
}

function malformed(body: unknown, expected: string): PageError {
	return new PageError(`expected ${expected}, got ${shapeOf(body)}`);
}

function shown(value: unknown): string {
	return typeof value === 'number' || /^\d{1,9}$/.test(String(value)) ? String(value) : 'an unnumbered one';
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}
