import { InputError } from '../../../transport';
import { ME, NOBODY } from '../names';
import { PEOPLE, readAddress } from './address';
import { readId } from './id';
import { kindOf, Kind, ReadContext, originOf, partOf } from './kind';
import { listOf } from './list';
import { normal, wordOf } from './text';

/** Addresses, "me" and, in a tool, names are looked up later. */
function readTeammate(value: unknown, context: ReadContext) {
	if (normal(value) === ME) return ME;
	if (normal(value) === NOBODY)
		throw new InputError(
			`${context.label}: "nobody" is no teammate`,
			"To unassign a conversation, use 'Unassign' of Update.",
		);
	if (context.given.isTool && !isAddressLike(value)) return wordOf(value, context);
	return readIdOrAddress(value, context, 'Enter a teammate by ID, by email address, or as me.');
}

const isAddressLike = (value: unknown): value is string => typeof value === 'string' && value.includes('@');

export function readIdOrAddress(value: unknown, context: ReadContext, todo?: string) {
	return isAddressLike(value) ? readAddress(value, context) : readId(value, context, todo);
}

export const teammate = kindOf('teammate', readTeammate);

export const teammates = listOf('teammates', readTeammate, PEOPLE);

export const assignee = kindOf('assignee', (value, context) =>
	normal(value) === NOBODY ? NOBODY : readTeammate(value, context),
);

/** `isChosen`: picked from a list, so `text` is an ID. */
export interface Name {
	text: string;
	isChosen: boolean;
}

const nameKind = (name: string) =>
	kindOf<Name>(name, (value, context) => {
		const isChosen = partOf(context.given, 'mode').value === 'list' && originOf(context.given) === 'panel';
		return { text: wordOf(value, context), isChosen };
	});

export const tag = nameKind('tag');

export const customField = nameKind('customField');

const names = listOf('tags', wordOf);

export const tagNames: Kind<Name[]> = {
	...names,
	read: (value, context) => {
		const isChosen = Array.isArray(value) && originOf(context.given) === 'panel';
		return names.read(value, context).map((text) => ({ text, isChosen }));
	},
};
