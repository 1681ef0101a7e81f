import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import type { Field, Input } from '../../shared/field';
import { quoted } from '../../shared/names';
import { onOrOff } from '../../shared/fields/readers';
import { assignTo, tags } from './conversation';

export const removeAllTags = switchedOn('removeAllTags', 'Remove All Tags', 'Whether to take all tags off the conversation');
export const unassign = switchedOn(
	'unassign',
	'Unassign',
	'Whether to take the conversation from its teammate. The API documentation does not show how: "assign_to" is sent as null.',
);

/** A switch of its own: a list that an expression leaves empty must not take away what is there. */
function switchedOn(name: string, displayName: string, description: string): Field {
	return {
		property: { displayName, name, type: 'boolean', default: false, description },
		read: (value, context) => onOrOff(value, context) || undefined,
	};
}

/** A body in which what is to be emptied is. Throws InputError where it is also to be set. */
export function withEmptied(input: Input, { remove_all_tags: noTags, unassign: nobody, ...fields }: IDataObject): IDataObject {
	if (noTags) refuseBoth(input, tags, removeAllTags);
	if (nobody) refuseBoth(input, assignTo, unassign);
	return { ...fields, ...(noTags === true && { tags: [] }), ...(nobody === true && { assign_to: null }) };
}

function refuseBoth(input: Input, { property }: Field, { property: emptying }: Field): void {
	if (input[property.name] === undefined) return;
	throw new InputError(`${quoted(property.displayName)} and ${quoted(emptying.displayName)} exclude one another`, 'Remove one of the two.');
}
