import { Input } from '../field';
import { normal, Name } from '../values';
import { unlistedId } from './byName';
import { inboxesOf } from './conversations';
import { FRESH_MAX_AGE_MS, ifListed, keyOf, recall, rowsOf, Lookup } from './lookup';
import { namedIn, noneCalled, recordCalled, UUID, Named } from './named';

export function tagsOfInbox(lookup: Lookup, inboxId: string) {
	return recall(lookup, `tags of ${inboxId}`, async () =>
		(await rowsOf(lookup, 'listInboxTags', { inboxId })).map(namedIn),
	);
}

export function tagsOfOrganization(lookup: Lookup) {
	return recall(lookup, 'tags', async () => (await rowsOf(lookup, 'listTags')).map(namedIn));
}

export function forgetTags(lookup: Lookup) {
	for (const question of ['tags', ALL_TAGS]) lookup.cache.forget(keyOf(lookup, question));
}

export async function tagIdsOf(wanted: Name[], input: Input, lookup: Lookup) {
	const unknown = wanted.filter(({ text, isChosen }) => !isChosen && !UUID.test(text));
	const found = await tagsNamed(unknown, input, lookup);
	const other = ({ text, isChosen }: Name) => (lookup.byName && !isChosen ? unlistedId(text, 'tags') : text);
	return wanted.map((tag) => found.get(tag.text)?.id ?? other(tag));
}

/** Returns IDs and names, because conversations may show either. */
export async function idsAndNames(wanted: Name[], input: Input, lookup: Lookup) {
	const found = await tagsNamed(wanted, input, lookup);
	return wanted.flatMap(({ text }) => {
		const tag = found.get(text);
		return tag ? [tag.id, ...(tag.others ?? []), tag.name] : [text, normal(text)];
	});
}

/** Merges tags of the same name, because each inbox may have its own. */
function oneForEachName(tags: Named[]) {
	const byName = new Map<string, Named>();
	for (const { id, name } of tags) {
		const known = byName.get(name);
		if (known) known.others = [...(known.others ?? []), id];
		else byName.set(name, { id, name });
	}
	return [...byName.values()];
}

const ALL_TAGS = 'all tags';

/** Returns tags by the wanted text; none if the helpdesk lists no tags. Throws {InputError} for an unknown tag. */
async function tagsNamed(unknown: Name[], input: Input, lookup: Lookup): Promise<Map<string, Named>> {
	if (unknown.length === 0) return new Map();
	const inboxIds = await inboxesOf(lookup, input);
	const owner = inboxIds.length === 0 ? 'organization' : input.conversationId ? "conversation's inbox" : 'inbox';
	const wording = { noun: 'tag', id: 'ID', owner: ` of the ${owner}` };
	const question = inboxIds.length > 0 ? `tags of ${inboxIds.join()}.` : ALL_TAGS;
	const tags = await ifListed(lookup, question, async () => {
		if (inboxIds.length === 0) return await tagsOfOrganization(lookup);
		const lists: Named[][] = [];
		for (const inboxId of inboxIds) lists.push(await tagsOfInbox(lookup, inboxId));
		return lists.length > 1 ? oneForEachName(lists.flat()) : lists.flat();
	});
	if (!tags) return new Map();
	const found = unknown.map(({ text }) => [text, recordCalled(text, tags, wording)] as const);
	// A UUID that a fresh list lacks counts as an ID.
	const isFresh = lookup.maxAgeMs === FRESH_MAX_AGE_MS;
	const missing = found.find(([text, tag]) => !tag && !(isFresh && UUID.test(text)));
	if (missing) throw noneCalled(missing[0], tags, wording);
	return new Map(found.flatMap(([text, tag]) => (tag ? [[text, tag]] : [])));
}
