import { pageIn, pathSegment, readAll } from '../../../transport';
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
		for await (const { id, name } of records) tags.push({ id: String(id), name: String(name ?? id) });
		return tags;
	});
}

/** All tags of the organization, where the helpdesk lists them: the specification does not show it. */
export async function tagsOfOrganization(lookup: Lookup): Promise<Tag[]> {
	return await recall(lookup, 'tags', async () => {
		const rows = await rowsAt(lookup, '/settings/tags');
		return rows.map(({ id, name }) => ({ id: String(id), name: String(name ?? id) }));
	});
}
