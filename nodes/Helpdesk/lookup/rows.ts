import type { IDataObject } from 'n8n-workflow';

import { isObject, PageError, readUnshown } from '../../../transport';
import { isId, type Lookup } from './lookup';

/** A list that is longer is not read on where a person chooses from it. */
export const MOST_PAGES_TO_CHOOSE_FROM = 10;

interface Wanted {
	/** The endpoint is shown without parameters for pages. */
	plain?: boolean;
	mostPages?: number;
}

/**
 * The records of a listing whose form is not shown, all of them unless `mostPages` is given.
 *
 * @throws {PageError} where the listing cannot be read, or a record has no ID
 */
export async function rowsAt({ send }: Lookup, path: string, wanted: Wanted = {}): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const row of readUnshown(send, { request: { method: 'GET', path }, limit: Infinity, ...wanted })) {
		if (!isObject(row) || !isId(row.id)) throw new PageError('a record came without an ID');
		rows.push(row);
	}
	return rows;
}
