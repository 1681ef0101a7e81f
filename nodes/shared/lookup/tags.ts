import type { IDataObject } from 'n8n-workflow';

import { beginOf, identified, InputError, pageIn, readAll } from '../../../transport';
import { emptyIfRefused, FRESH_MAX_AGE_MS, keyOf, listOf, recall, rowsOf, type Lookup } from './lookup';
import { requestTo } from '../endpoint';
import type { Input } from '../field';
import { inboxOfConversation } from './conversations';

export interface Tag {
	id: string;
	name: string;
}

/** A simple paginator (contract, Counting paginator envelope). */
export async function tagsOfInbox(lookup: Lookup, inboxId: string): Promise<Tag[]> {
	return await recall(lookup, `tags of ${inboxId}`, async () => {
		const request = requestTo('listInboxTags', { inboxId });
		return (
			await listOf(readAll(lookup.send, { request, envelope: 'simple', atPage: pageIn.query, limit: Infinity }))
		).map(tagOf);
	});
}

export async function tagsOfOrganization(lookup: Lookup): Promise<Tag[]> {
	return (await tagRecords(lookup)).map(tagOf);
}

/** Returns both, because conversations may show IDs or names. */
export async function idsAndNames(wanted: string[], inboxId: string, lookup: Lookup): Promise<string[]> {
	const tags = await emptyIfRefused(tagsOfInbox(lookup, inboxId));
	const sought = wanted.map(plainTagName);
	const found = tags.filter(
		({ id, name }) => sought.includes(plainTagName(id)) || sought.includes(plainTagName(name)),
	);
	return [...wanted, ...found.flatMap(({ id, name }) => [id, name])];
}

export async function tagRecords(lookup: Lookup): Promise<IDataObject[]> {
	return await recall(lookup, 'tags', async () => await rowsOf(lookup, 'listTags'));
}

export function forgetTags(lookup: Lookup): void {
	lookup.cache.forget(keyOf(lookup, 'tags'));
}

function tagOf(record: IDataObject): Tag {
	const { id, name } = identified(record, 'tag');
	return { id: String(id), name: typeof name === 'string' && name !== '' ? name : String(id) };
}

/** Names shown in an error. */
const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 100;

export class TagName {
	constructor(readonly name: string) {}
}

/**
 * Looks a name up in the conversation's inbox or the organization. Throws {InputError} unless exactly one tag has it.
 */
export async function tagIdOf(tag: unknown, { conversationId }: Input, lookup: Lookup): Promise<unknown> {
	if (!(tag instanceof TagName)) return tag;
	const tagsOf = async (from: Lookup) =>
		conversationId === undefined
			? await tagsOfOrganization(from)
			: await tagsOfInbox(from, await inboxOfConversation(from, conversationId));
	const owner = conversationId === undefined ? 'organization' : "conversation's inbox";
	const sought = plainTagName(tag.name);
	let tags: Tag[] = [];
	let matches: Tag[] = [];
	// The second time without the cache: the tag may be new.
	for (const from of [lookup, { ...lookup, maxAgeMs: FRESH_MAX_AGE_MS }]) {
		tags = await tagsOf(from);
		matches = tags.filter(({ name }) => plainTagName(name) === sought);
		if (matches.length === 1) return matches[0]!.id;
	}
	throw matches.length > 0 ? ambiguous(tag.name, matches, owner) : unknown(tag.name, tags, owner);
}

function ambiguous(name: string, matches: Tag[], owner: string): InputError {
	const ids = matches.map(({ id }) => id).join(', ');
	return new InputError(
		`${matches.length} tags of the ${owner} are named "${short(name)}"`,
		`Choose one by its ID: ${ids}.`,
	);
}

function unknown(name: string, tags: Tag[], owner: string): InputError {
	const names = tags.map((tag) => `"${short(tag.name)}"`).sort();
	const others = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
	return new InputError(
		`No tag of the ${owner} is named "${short(name)}"`,
		names.length === 0
			? 'It has no tags: create one in the helpdesk.'
			: `It has ${names.slice(0, MAX_NAMED).join(', ')}${others}.`,
	);
}

const short = (name: string) => beginOf(name, MAX_NAME_LENGTH);

export function plainTagName(name: string): string {
	return name.normalize('NFC').trim().toLowerCase();
}
