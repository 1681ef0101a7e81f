import { InputError } from '../../../transport';
import type { Input } from '../field';
import { ifListed, rowsOf, type Lookup } from './lookup';

/** Returns the inboxes that 'Search In' means. Throws {InputError} for all if the helpdesk does not list them. */
export async function inboxesToSearch(
	choice: string,
	{ inboxIds, inboxId }: Input,
	lookup: Lookup,
): Promise<unknown[]> {
	if (choice !== 'all') return [inboxIds ?? inboxId].flat();
	const rows = await ifListed(lookup, 'inboxes', async () => await rowsOf(lookup, 'listInboxes'));
	if (rows && rows.length > 0) return rows.map(({ id }) => String(id));
	throw new InputError(
		'The helpdesk does not list its inboxes for this access token, so not all of them can be searched',
		"Set 'Search In' to Several Inboxes, and enter their IDs.",
	);
}
