import { IDataObject } from 'n8n-workflow';

import { isListOfObjects, isObject, malformed, saysFailure, wholeNumber } from './shape';
import { PageError } from '../errors';

/**
 * Forms of a page (contract, Counting paginator envelope): `counting` has meta.last_page, `simple` has
 * links.next only, `wrapped` is a counting page inside {success, data: {conversations}}.
 */
export type Envelope = 'counting' | 'simple' | 'wrapped';

export interface PageForm {
	within: readonly string[];
	records: string;
	kind: 'counting' | 'simple';
	unnumbered?: boolean;
}

const FORMS: Record<Envelope, PageForm> = {
	counting: { within: [], records: 'data', kind: 'counting' },
	simple: { within: [], records: 'data', kind: 'simple' },
	wrapped: { within: ['data', 'conversations'], records: 'data', kind: 'counting' },
};

export interface Page {
	records: IDataObject[];
	/** Highest page number that is known to exist. */
	lastPage: number;
	lastPageIsKnown: boolean;
	perPage?: number;
	total?: number;
}

/** Reads a page. Throws {PageError} if it is malformed or has another number: records could be missing. */
export function readPage(body: unknown, envelope: Envelope | PageForm, number: number): Page {
	const form = typeof envelope === 'string' ? FORMS[envelope] : envelope;
	if (isObject(body) && saysFailure(body)) throw malformed(body, 'a page');
	const page = form.within.reduce((part: unknown, name) => (isObject(part) ? part[name] : undefined), body);
	const { [form.records]: records, meta = form.unnumbered ? {} : undefined, links } = isObject(page) ? page : {};
	const path = [...form.within, form.records].join('.');
	if (!isListOfObjects(records)) throw malformed(body, `a list of records in "${path}"`);
	if (!isObject(meta)) throw malformed(body, 'an object in "meta"');
	const isUnnumbered = form.unnumbered && meta.current_page === undefined;
	if (!isUnnumbered && wholeNumber(meta.current_page) !== number)
		throw new PageError(
			`page ${number} was asked for, but page ${wholeNumber(meta.current_page) ?? 'an unnumbered one'} came back`,
		);
	const lastPage = form.kind === 'simple' ? number : wholeNumber(meta.last_page);
	const { next = form.kind === 'simple' ? undefined : null } = isObject(links) ? links : {};
	if (next !== null && (typeof next !== 'string' || next === ''))
		throw malformed(body, 'an address or null in "links.next"');
	if (lastPage === undefined) throw malformed(body, 'a whole number in "meta.last_page"');
	if (lastPage === 0 && records.length > 0)
		throw malformed(body, 'a "meta.last_page" above 0 where there are records');
	// The helpdesk may cap `last_page`.
	const goesOn = next !== null && lastPage <= number;
	return {
		records,
		lastPage: goesOn ? number + 1 : lastPage,
		lastPageIsKnown: form.kind === 'counting' && !goesOn,
		perPage: wholeNumber(meta.per_page) || undefined,
		total: wholeNumber(meta.total),
	};
}
