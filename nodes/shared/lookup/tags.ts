import type { IDataObject } from 'n8n-workflow';

import { pageIn, readAll, identified } from '../../../transport';
import { FRESH_MAX_AGE_MS, ifListed, keyOf, collected, recall, rowsOf, Lookup } from './lookup';
import { requestTo } from '../endpoint';
import type { Input } from '../field';
import { filledText, Name } from '../values';
import { inboxesOf } from './conversations';
import { noneCalled, plainName, recordCalled, UUID, Named } from './named';

export async function tagsOfInbox(lookup: Lookup, inboxId: string): Promise<Named[]> {
	return await recall(lookup, `tags of ${inboxId}`, async () => {
		const request = requestTo('listInboxTags', { inboxId });
		return (
			await collected(
				readAll(lookup.send, { request, envelope: 'simple', atPage: pageIn.query, limit: Infinity }),
			)
		).map(tagOf);
	});
}

export async function tagsOfOrganization(lookup: Lookup): Promise<Named[]> {
	return await recall(lookup, 'tags', async () => (await rowsOf(lookup, 'listTags')).map(tagOf));
}

export function forgetTags(lookup: Lookup): void {
	for (const question of ['tags', ALL_TAGS]) lookup.cache.forget(keyOf(lookup, question));
}

function tagOf(record: IDataObject): Named {
	const { id, name } = identified(record, 'tag');
	return { id: String(id), name: filledText(name) ?? String(id) };
}

/** Returns the IDs of tags given by ID or name. */
export async function tagIdsOf(wanted: Name[], input: Input, lookup: Lookup): Promise<string[]> {
	const unknown = wanted.filter(({ text, isChosen }) => !isChosen && !UUID.test(text));
	const found = await tagsNamed(unknown, input, lookup);
	return wanted.map(({ text }) => found.get(text)?.id ?? text);
}

/** Returns IDs and names, because conversations may show either. */
export async function idsAndNames(wanted: Name[], input: Input, lookup: Lookup): Promise<string[]> {
	const found = await tagsNamed(wanted, input, lookup);
	return wanted.flatMap(({ text }) => {
		const tag = found.get(text);
		return tag ? [tag.id, ...(tag.others ?? []), tag.name] : [text, plainName(text)];
	});
}

/** Inboxes may have tags of the same name, each with an ID of its own. */
function oneForEachName(tags: Named[]): Named[] {
	const byName = new Map<string, Named>();
	for (const { id, name } of tags) {
		const known = byName.get(name);
		if (known) known.others = [...(known.others ?? []), id];
		else byName.set(name, { id, name });
	}
	return [...byName.values()];
}

const ALL_TAGS = 'all tags';

/** Returns tags, keyed by the wanted text; empty if the helpdesk lists no tags. */
async function tagsNamed(unknown: Name[], input: Input, lookup: Lookup): Promise<Map<string, Named>> {
	if (unknown.length === 0) return new Map();
	const inboxIds = await inboxesOf(lookup, input);
	const owner = inboxIds.length === 0 ? 'organization' : input.conversationId ? "conversation's inbox" : 'inbox';
	const wording = { noun: 'tag', id: 'ID', owner: ` of the ${owner}` };
	const read = async (from: Lookup) => {
		if (inboxIds.length === 0) return await tagsOfOrganization(from);
		const lists: Named[][] = [];
		for (const inboxId of inboxIds) lists.push(await tagsOfInbox(from, inboxId));
		return lists.length > 1 ? oneForEachName(lists.flat()) : lists.flat();
	};
	// The second time with a fresher list, because the tag may be new.
	for (const from of [lookup, { ...lookup, maxAgeMs: FRESH_MAX_AGE_MS }]) {
		const question = inboxIds.length > 0 ? `tags of ${inboxIds.join()}.` : ALL_TAGS;
		const tags = await ifListed(from, question, () => read(from));
		if (!tags) return new Map();
		const found = unknown.map(({ text }) => [text, recordCalled(text, tags, wording)] as const);
		const isLast = from !== lookup;
		const missing = found.find(([text, tag]) => !tag && !(isLast && UUID.test(text)));
		if (!missing) return new Map(found.flatMap(([text, tag]) => (tag ? [[text, tag]] : [])));
		if (isLast) throw noneCalled(missing[0], tags, wording);
	}
	return new Map();
}
