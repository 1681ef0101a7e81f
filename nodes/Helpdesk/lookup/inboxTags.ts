import type { IDataObject } from 'n8n-workflow';

import { PageError, pageIn, pathSegment, readAll } from '../../../transport';
import { recall, type Lookup } from './lookup';
import { rowsAt } from './rows';

export interface Tag {
	id: string;
	name: string;
}

/** All tags of an inbox, in the helpdesk's order (specification, Counting paginator envelope: a simple paginator). */
export async function tagsOfInbox(lookup: Lookup, inboxId: string): Promise<Tag[]> {
	return await recall(lookup, `tags of ${inboxId}`, async () => {
		const tags: Tag[] = [];
		const records = readAll(lookup.send, {
			request: { method: 'GET', path: `/inboxes/${pathSegment(inboxId, 'Inbox')}/tags` },
			envelope: 'simple',
			atPage: pageIn.query,
			limit: Infinity,
		});
		for await (const record of records) tags.push(tagOf(record));
		return tags;
	});
}

/** All tags of the organization, where the helpdesk lists them: the specification does not show it. */
export async function tagsOfOrganization(lookup: Lookup): Promise<Tag[]> {
	return await recall(lookup, 'tags', async () => {
		const rows = await rowsAt(lookup, '/settings/tags');
		return rows.map(tagOf);
	});
}

/** Throws {PageError} for one that cannot be told by its ID (specification, Fields not shown: the record of a tag). */
function tagOf({ id, name }: IDataObject): Tag {
	if ((typeof id !== 'string' || id === '') && typeof id !== 'number') throw new PageError('a tag came without an ID');
	return { id: String(id), name: typeof name === 'string' && name !== '' ? name : String(id) };
}
