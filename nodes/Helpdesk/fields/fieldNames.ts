import type { Field } from '../../shared/field';
import { ADVANCED } from '../../shared/names';
import { jsonObject, text } from '../../shared/fields/readers';
import type { Operation } from '../operation';

/** Names in a request that the specification does not show (Endpoint details not shown), so that users can change them. */
export const messageField = fieldName('messageField', 'Message Field Name', 'message', 'the text of the reply');
export const nameField = fieldName('nameField', 'Name Field Name', 'name', 'the value of Name');
export const draftField = fieldName('draftField', 'Draft Field Name', 'draft_id', 'the draft');
export const fileField = fieldName('fileField', 'File Field Name', 'file', 'the file');
export const queryField = fieldName('queryField', 'Query Field Name', 'query', 'the search term');
export const tagIdsField = fieldName('tagIdsField', 'Tag IDs Field Name', 'tag_ids', 'the list of tags');
export const mergeTargetField = fieldName('mergeTargetField', 'Merge Target Field Name', 'tag_id', 'the tag that the others are merged into');
export const idsField = fieldName('idsField', 'IDs Field Name', 'conversation_ids', 'the list of conversations');

function fieldName(name: string, displayName: string, usual: string, what: string): Field {
	return {
		property: {
			displayName: `${ADVANCED}${displayName}`,
			name,
			type: 'string',
			default: usual,
			description: `The name under which ${what} is sent. The API documentation does not show it: change it if your helpdesk expects another.`,
		},
		read: text,
		sent: false,
	};
}

/** The name that the user gave, or the usual one. */
export function nameFrom(input: Record<string, unknown>, { property }: Field): string {
	return (input[property.name] ?? property.default) as string;
}

/**
 * A body in which fields stand under the names that the user gave.
 *
 * @param names the field that holds the new name, by its provisional name
 */
export function underGivenNames(names: Record<string, Field>): NonNullable<Operation['body']> {
	return (input, fields) => {
		const nameOf = (name: string) => (Object.hasOwn(names, name) && input[name] !== undefined ? nameFrom(input, names[name]!) : name);
		return Object.fromEntries(Object.entries(fields).map(([name, value]) => [nameOf(name), value]));
	};
}

/** A body with the value of one field, by its name, under the name that the user gave in another. */
export function withNamed(name: string, nameField: Field): NonNullable<Operation['body']> {
	return (input, fields) => ({ ...fields, [nameFrom(input, nameField)]: input[name] as string });
}

export const additionalQuery: Field = {
	property: {
		displayName: `${ADVANCED}Additional Query (JSON)`,
		name: 'additionalQuery',
		type: 'json',
		default: '{}',
		description: 'What to send in the query of the address, as a JSON object, for example {"from": "2026-01-01"}',
	},
	read: jsonObject,
	sent: false,
};

export const additionalBody: Field = {
	property: {
		displayName: `${ADVANCED}Additional Body (JSON)`,
		name: 'additionalBody',
		type: 'json',
		default: '{}',
		description: 'More fields to send, as a JSON object, for what the API takes beyond the fields above',
	},
	read: jsonObject,
	sent: false,
};
