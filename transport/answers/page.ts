import type { IDataObject } from 'n8n-workflow';

import { isListOfObjects, isObject, malformed, wholeNumber } from './shape';
import { PageError } from '../errors';

/**
 * The three page forms (contract, Counting paginator envelope): `counting` has meta.last_page, `simple`
 * only links.next, `wrapped` is a counting one inside {success, data: {conversations}}.
 */
export type Envelope = 'counting' | 'simple' | 'wrapped';

/** Where in an answer its page stands, and how the page tells of the others. */
export interface PageForm {
	/** Names on the way to the page, from the outermost. */
	within: readonly string[];
	/** Under which name the page has its records. */
	records: string;
	kind: 'counting' | 'simple';
	/** The page need not say which one it is. */
	unnumbered?: boolean;
}

const FORMS: Record<Envelope, PageForm> = {
	counting: { within: [], records: 'data', kind: 'counting' },
	simple: { within: [], records: 'data', kind: 'simple' },
	wrapped: { within: ['data', 'conversations'], records: 'data', kind: 'counting' },
};

export interface Page {
	records: IDataObject[];
	/** Number of the last page; of the next one if this page only shows that there is a next one. */
	lastPage: number;
	lastPageIsKnown: boolean;
	/** The page size that the server used. */
	perPage?: number;
	/** All records there are, as the server counts them. */
	total?: number;
}

/**
 * Reads one page, or refuses it whole: a half-read page would lose records in silence. Numbers may come as text.
 *
 * @param number the page asked for, from 1
 * @throws {PageError} where a part is missing or another page came back
 */
export function readPage(body: unknown, envelope: Envelope | PageForm, number: number): Page {
	const form = typeof envelope === 'string' ? FORMS[envelope] : envelope;
	const page = partWithin(body, form.within);
	const { [form.records]: records, meta = form.unnumbered ? {} : undefined, links } = isObject(page) ? page : {};
	if (!isListOfObjects(records)) throw malformed(body, `a list of records in "${form.records}"`);
	if (!isObject(meta)) throw malformed(body, 'an object in "meta"');
	const isUnnumbered = form.unnumbered && meta.current_page === undefined;
	if (!isUnnumbered && wholeNumber(meta.current_page) !== number) {
		throw new PageError(`page ${number} was asked for, but page ${wholeNumber(meta.current_page) ?? 'an unnumbered one'} came back`);
	}
	const counted = { perPage: wholeNumber(meta.per_page) || undefined, total: wholeNumber(meta.total) };
	const lastPage = form.kind === 'simple' ? number : wholeNumber(meta.last_page);
	const { next = form.kind === 'simple' ? undefined : null } = isObject(links) ? links : {};
	if (next !== null && (typeof next !== 'string' || next === '')) throw malformed(body, 'an address or null in "links.next"');
	if (lastPage === undefined) throw malformed(body, 'a whole number in "meta.last_page"');
	if (lastPage === 0 && records.length > 0) throw malformed(body, 'a "meta.last_page" above 0 where there are records');
	// The last page may be capped, or not shown at all.
	const goesOn = next !== null && lastPage <= number;
	return { records, lastPage: goesOn ? number + 1 : lastPage, lastPageIsKnown: form.kind === 'counting' && !goesOn, ...counted };
}

/** The part of an answer below these names; the names on the way belong to a wrapper that may tell of a failure. */
function partWithin(body: unknown, within: readonly string[]): unknown {
	if (within.length === 0) return body;
	const part = within.reduce((outer: unknown, name) => (isObject(outer) && outer.success !== false ? outer[name] : undefined), body);
	if (!isObject(part)) throw malformed(body, `"success" and the page in "${within.join('.')}"`);
	return part;
}
