import type { IDataObject } from 'n8n-workflow';

import { normal } from '../../shared/lastMessage';
import { entriesOf, NOTHING, VALUE_LENGTH, valueHash, type ValueTable } from './fingerprints';
import type { TriggerEvent } from './protocol';
import { rules } from './seams';
import { tagName } from './watched';

/** A set of tags is remembered up to so many characters of JSON; so many bytes of the state are left to all of them. */
const MAX_SET_LENGTH = 120;
export const OF_SETS = 30_000;

/** How the tags of a conversation were and are. */
interface Tags {
	record: IDataObject;
	/** What stands behind the hash of the set that was; null where there were none, or that is not known. */
	from: unknown;
	values: ValueTable;
}

/** The tags as a set: behind its hash stand the hashes of the tags, and behind those what they are called. */
export function tagsOf({ tags }: IDataObject, values: ValueTable): string {
	if (!Array.isArray(tags) || tags.length === 0) return NOTHING;
	const hashes = tags.map((tag) => values.learn(tagName(tag), true, shownTag(tag)));
	return values.learn(setOf(hashes), true, undefined, MAX_SET_LENGTH);
}

function setOf(hashes: string[]): string {
	return [...new Set(hashes)].sort().join('');
}

/** What is told of the tags that were added: of these, or of all. */
export function added(tags: Tags, wanted: string[]): IDataObject[] {
	return addedTags(tags, wanted).map((tag) => ({ from: null, to: shownTag(tag) }));
}

function addedTags({ record: { tags }, ...sight }: Tags, wanted: string[]): unknown[] {
	const before = setBefore(sight);
	const all = Array.isArray(tags) ? (tags as unknown[]) : [];
	return all.filter((tag) => rules.isAdded(valueHash(tagName(tag)), before) && isWantedTag([tagName(tag), shownTag(tag)], wanted));
}

/** What is told of the tags that were removed: of these, or of all. */
export function removed(tags: Tags, wanted: string[]): IDataObject[] {
	return removedTags(tags, wanted).map((hash) => ({ from: tags.values.recall(hash), to: null }) as IDataObject);
}

/** Their hashes. */
function removedTags({ record: { tags }, ...sight }: Tags, wanted: string[]): string[] {
	const now = (Array.isArray(tags) ? (tags as unknown[]) : []).map((tag) => valueHash(tagName(tag)));
	const gone = setBefore(sight).filter((hash) => !now.includes(hash));
	const isWanted = (hash: string) => isWantedTag([sight.values.recall(hash)], wanted) || wanted.some((each) => valueHash(each) === hash);
	return gone.filter(isWanted);
}

/** The set of tags, as it is known by its hash, when the first of what was added and removed is told: tags alone are told one by one. */
export function tagsAfter(told: TriggerEvent[], tags: Tags, wanted: string[]): string {
	const count = (event: string) => told.filter((each) => each.told!.event === event).length;
	const gone = removedTags(tags, wanted).slice(0, count('tagRemoved'));
	const come = addedTags(tags, wanted).slice(0, count('tagAdded'));
	const left = setBefore(tags).filter((hash) => !gone.includes(hash));
	// However large: the rest of it would be told for ever.
	return tags.values.learn(setOf([...left, ...come.map((tag) => valueHash(tagName(tag)))]), true, undefined, Infinity);
}

/** The hashes of the tags that were there; none where that is not known. */
function setBefore({ from }: Pick<Tags, 'from'>): string[] {
	return typeof from === 'string' ? [...entriesOf(from, VALUE_LENGTH)] : [];
}

function isWantedTag(names: unknown[], wanted: string[]): boolean {
	return wanted.length === 0 || names.some((name) => wanted.includes(normal(name)));
}

/** The name of a tag, or its ID where that is all that the record has. */
function shownTag(tag: unknown): string {
	const { id, name } = (typeof tag === 'object' && tag !== null ? tag : { name: tag }) as IDataObject;
	return String(name ?? id);
}
