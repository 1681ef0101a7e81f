import type { IDataObject } from 'n8n-workflow';

import { PageError } from '../../../transport';
import type { Lookup } from './lookup';

/** A list of teammates or inboxes that is longer is not read on: it is for a person to choose from. */
const MOST_PAGES = 10;

/** The records of an answer, bare or in `data`. Throws {PageError} for an answer of another form. */
export function rowsOf(body: unknown): IDataObject[] {
	const rows = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data;
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw new PageError('expected a list of records, bare or in "data"');
}

/** All records of a listing that is not documented: one answer, or pages that `links.next` announces. */
export async function undocumentedRows({ send }: Lookup, path: string): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for (let page = 1; page <= MOST_PAGES; page += 1) {
		const { body } = await send({ method: 'GET', path, query: page > 1 ? { page } : {} });
		rows.push(...rowsOf(body));
		if (typeof (body as { links?: { next?: unknown } }).links?.next !== 'string') break;
	}
	return rows;
}
