import { distance } from 'fastest-levenshtein';
import type { IDataObject } from 'n8n-workflow';

import { identified, InputError, pageIn, readAll } from '../../../transport';
import { emptyIfRefused, FRESH_MAX_AGE_MS, keyOf, listOf, recall, rowsOf, type Lookup } from './lookup';
import { requestTo } from '../endpoint';
import type { Input } from '../field';
import { inboxOfConversation } from './conversations';

export interface Tag {
	id: string;
	name: string;
}

/** Contract, Counting paginator envelope: a simple paginator. */
export async function tagsOfInbox(lookup: Lookup, inboxId: string): Promise<Tag[]> {
	return await recall(lookup, `tags of ${inboxId}`, async () => {
		const request = requestTo('listInboxTags', { inboxId });
		return (await listOf(readAll(lookup.send, { request, envelope: 'simple', atPage: pageIn.query, limit: Infinity }))).map(tagOf);
	});
}

export async function tagsOfOrganization(lookup: Lookup): Promise<Tag[]> {
	return (await tagRecords(lookup)).map(tagOf);
}

/** A list of conversations may show IDs or names. */
export async function idsAndNames(wanted: string[], inboxId: string, lookup: Lookup): Promise<string[]> {
	const tags = await emptyIfRefused(tagsOfInbox(lookup, inboxId));
	const sought = wanted.map(plainTagName);
	const found = tags.filter(({ id, name }) => sought.includes(plainTagName(id)) || sought.includes(plainTagName(name)));
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

const MAX_NEAREST = 5;

/** Comparing takes the product of both lengths. */
const MAX_NAME_LENGTH = 100;

export class TagName {
	constructor(readonly name: string) {}
}

/** A name is looked up in the conversation's inbox, or in the organization. Throws {InputError} with the nearest names if not one tag has it. */
export async function tagIdOf(tag: unknown, { conversationId }: Input, lookup: Lookup): Promise<unknown> {
	if (!(tag instanceof TagName)) return tag;
	const tagsOf = async (from: Lookup) =>
		conversationId === undefined ? await tagsOfOrganization(from) : await tagsOfInbox(from, await inboxOfConversation(from, conversationId));
	const owner = conversationId === undefined ? 'organization' : "conversation's inbox";
	const sought = plainTagName(tag.name);
	let tags: Tag[] = [];
	let matches: Tag[] = [];
	// An unknown name is looked up once more: the tag may be new.
	for (const from of [lookup, { ...lookup, maxAgeMs: FRESH_MAX_AGE_MS }]) {
		tags = await tagsOf(from);
		matches = tags.filter(({ name }) => plainTagName(name) === sought);
		if (matches.length === 1) return matches[0]!.id;
	}
	throw matches.length > 0 ? ambiguous(tag.name, matches, owner) : unknown(tag.name, tags, owner);
}

function ambiguous(name: string, matches: Tag[], owner: string): InputError {
	const choices = matches.map((tag) => `"${short(tag.name)}" (${tag.id})`).join(', ');
	return new InputError(`${matches.length} tags of the ${owner} are named "${short(name)}"`, `Choose one by its ID: ${choices}.`);
}

function unknown(name: string, tags: Tag[], owner: string): InputError {
	const sought = short(plainTagName(name));
	const far = new Map(tags.map((tag) => [short(tag.name), distance(short(plainTagName(tag.name)), sought)]));
	const byDistance = [...far].sort(([, a], [, b]) => a - b);
	const nearest = byDistance.slice(0, MAX_NEAREST).map(([tag]) => `"${tag}"`);
	return new InputError(
		`No tag of the ${owner} is named "${short(name)}"`,
		nearest.length === 0 ? `The ${owner.split(' ').at(-1)} has no tags: create one in the helpdesk.` : `The nearest are ${nearest.join(', ')}.`,
	);
}

function short(name: string): string {
	return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

export function plainTagName(name: string): string {
	return name.normalize('NFC').trim().toLowerCase();
}
