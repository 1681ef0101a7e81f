import { InputError } from '../../../transport';
import type { Input } from '../field';
import { ifListed, rowsOf, type Lookup } from './lookup';

/** Throws {InputError} for all if the helpdesk does not list them. */
export async function inboxesIn(choice: string, { inboxIds, inboxId }: Input, lookup: Lookup): Promise<unknown[]> {
	if (choice !== 'all') return [inboxIds ?? inboxId].flat();
	const rows = await ifListed(lookup, 'inboxes', async () => await rowsOf(lookup, 'listInboxes'));
	if (rows && rows.length > 0) return rows.map(({ id }) => String(id));
	throw new InputError(
		'Your helpdesk does not list its inboxes',
		"In 'Search In' choose several, and enter their IDs.",
	);
}
