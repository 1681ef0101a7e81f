import type { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import { quoted } from '../names';
import { originOf, partOf, type Given } from './given';
import { jsonObject, jsonValue } from './json';
import type { Kind, ReadContext } from './kind';
import { entriesOf } from './list';
import { isNothing } from './nothing';
import { customField, type Name } from './people';
import { readValue, type ValueContext } from './read';
import { plainText } from './text';

/** Returns the rows of a fixed collection, each with the context for its parts. */
export function rowsOf(context: ReadContext, name: string): Given[] {
	const rows = partOf(context.given, name);
	return Array.isArray(rows.value) ? rows.value.map((_, index) => partOf(rows, index)) : [];
}

/** A custom field and its value. */
export type FieldValue = [field: Name, value: unknown];

/** At least one custom field with its new value. Null empties a field. */
export const customFields: Kind<FieldValue[]> = {
	name: 'customFields',
	read: (_, context) => {
		const json: Kind = { name: 'json', read: (value, { label }) => jsonValue(value, label) };
		const fields = fieldRows(context, (given, at) =>
			given.value === null ? null : readValue({ kind: json, need: 'added' }, given, at),
		);
		return withSomething(fields, context);
	},
};

export const customFieldsJson: Kind<FieldValue[]> = {
	name: 'customFieldsJson',
	read: (value, context) => {
		const entries = Object.entries(jsonObject.read(value, context));
		return withSomething(
			entries.map(([text, each]) => [{ text, isChosen: false }, each]),
			context,
		);
	},
};

/** Values of custom fields to find. An empty one, typed or null, finds conversations without a value. */
export const customFieldFilter: Kind<FieldValue[] | undefined> = {
	name: 'customFieldFilter',
	read: (_, context) => {
		const wanted: Kind = { name: 'words', read: (value) => entriesOf(value) };
		const isWithout = ({ value, ...given }: Given) =>
			value === null || (isNothing(value) && originOf({ value, ...given }) === 'panel');
		const fields = fieldRows(context, (given, at) =>
			isWithout(given) ? [] : readValue({ kind: wanted, need: 'filter', finds: 'conversation' }, given, at),
		);
		return fields.length > 0 || rowsOf(context, 'field').length === 0 ? withSomething(fields, context) : undefined;
	},
};

/** @param read returns undefined for a row that is left out */
function fieldRows(context: ReadContext, read: (given: Given, at: ValueContext) => unknown): FieldValue[] {
	return rowsOf(context, 'field').flatMap((row, index): FieldValue[] => {
		const at = (part: string) => ({ ...context, label: `${quoted(part)} in row ${index + 1} of ${context.label}` });
		const field = readValue(
			{ kind: customField, need: 'required', isLocator: true },
			partOf(row, 'key'),
			at('Field'),
		);
		const value = read(partOf(row, 'value'), at('Value'));
		return value === undefined ? [] : [[field as Name, value]];
	});
}

function withSomething(fields: FieldValue[], { label }: ReadContext): FieldValue[] {
	if (fields.length > 0) return fields;
	throw new InputError(`${label} has no field`, 'Give at least one custom field and its value.');
}

/** Names may repeat; empty rows are ignored. */
export const queryRows: Kind<URLSearchParams> = {
	name: 'queryRows',
	read: (_, context) => {
		const query = new URLSearchParams();
		rowsOf(context, 'parameter').forEach(({ value }, index) => {
			const { name, value: text }: IDataObject = isObject(value) ? value : {};
			if (name === '' && text === '') return;
			const row = `row ${index + 1} of ${context.label}`;
			if (isNothing(name) || isNothing(text) || typeof text === 'object')
				throw new InputError(
					`${context.label}: row ${index + 1} needs a name and a value`,
					'Enter both. A list needs a row for each value.',
				);
			query.append(
				plainText(name, { label: `'Name' in ${row}` }),
				plainText(text, { label: `'Value' in ${row}` }),
			);
		});
		return query;
	},
};
