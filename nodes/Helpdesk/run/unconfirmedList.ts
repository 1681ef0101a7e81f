import type { IDataObject } from 'n8n-workflow';

import { PageError, readAll, shapeOf, type Envelope, type Send } from '../../../transport';
import type { Output } from '../operation';
import { isObject } from '../read/isObject';
import { item, pageIn, type Simplifier } from './outputs';

const MOST_PER_PAGE = 100;

/** What one answer turns out to be: a page that others follow, or all that there is. */
type Form = { envelope: Envelope } | { rows: unknown[]; whole: boolean };

/**
 * A listing of which nobody has seen an answer: pages are read on in the forms that the helpdesk is known to
 * have, and a bare list or one in `data` is taken as the whole. Reads `returnAll`, `limit` and `simplify`.
 *
 * @throws {PageError} with the answer's form, where it has no list, or pages of another form and all are wanted
 */
export function unconfirmedList(simplifier?: Simplifier): Output {
	return async ({ send, request, input }) => {
		const limit = input.returnAll ? Infinity : (input.limit as number);
		const first = await send(pageIn.query(request, 1, Math.min(MOST_PER_PAGE, limit)));
		const form = formOf(first.body);
		if ('rows' in form) {
			if (input.returnAll && !form.whole) throw unknownPages(first.body);
			return form.rows.slice(0, limit).map((row) => item(row, input, simplifier));
		}
		const sendNext: Send = async (next) => (next.query?.page === 1 ? first : await send(next));
		const records: IDataObject[] = [];
		for await (const each of readAll(sendNext, { request, envelope: form.envelope, atPage: pageIn.query, limit })) records.push(each);
		return records.map((each) => item(each, input, simplifier));
	};
}

/** Throws {PageError} for an answer without a list. */
function formOf(body: unknown): Form {
	if (Array.isArray(body)) return { rows: body, whole: true };
	const { data, meta, links, ...rest } = isObject(body) ? body : {};
	if (!Array.isArray(data)) throw new PageError(`expected a list of records, bare or in "data", got ${shapeOf(body)}`);
	const { current_page, last_page } = isObject(meta) ? meta : {};
	if (current_page !== undefined && last_page !== undefined) return { envelope: 'counting' };
	if (current_page !== undefined && isObject(links) && 'next' in links) return { envelope: 'simple' };
	return { rows: data, whole: meta === undefined && links === undefined && !Object.keys(rest).some(announcesPages) };
}

/** Names that stand beside the records where more of them can be asked for. */
function announcesPages(name: string): boolean {
	return /next|prev|page|cursor|more|offset|total/i.test(name);
}

function unknownPages(body: unknown): PageError {
	return new PageError(`its pages have a form that is not known, ${shapeOf(body)}. With Return All off, the records of this one answer are output`);
}
