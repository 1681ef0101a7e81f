import type { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import type { Field, ReadContext } from '../../shared/field';
import { ADVANCED, quoted } from '../../shared/names';
import { json, locator, oneOf, rows, text, type More } from '../../shared/fields/build';
import { jsonObject, jsonValue, located, readText } from '../../shared/fields/readers';

export const customFieldsMode = oneOf(
	'customFieldsMode',
	'How to give the custom fields',
	{ fields: ['Fields', 'One row a field'], json: [`${ADVANCED}JSON`, 'One JSON object with a value for each field'] },
	{ sent: false },
);

const key = locator(
	'key',
	'The custom field',
	{
		picker: 'customFieldKeys',
		hint: 'The fields of the inbox, or those of recent conversations. For any other choose By Name.',
	},
	{ displayName: 'Field', typed: { displayName: 'By Name', name: 'key', placeholder: 'e.g. order_number' } },
);

function fieldRows(name: string, description: string, value: string, more: More): Field {
	const parts = [key, text('value', value, { placeholder: more.placeholder })].map(({ property }) => property);
	return rows(name, description, 'Field', parts, { ...more, placeholder: 'Add Field', read: customFieldRows });
}

export const customFields = fieldRows(
	'customFields',
	'The fields to set',
	'A number, true or false from an expression keeps its type.',
	{
		show: { customFieldsMode: ['fields'] },
	},
);

export const customFieldsJson = json('customFieldsJson', 'A JSON object with the new value of each field', {
	displayName: `${ADVANCED}Custom Fields (JSON)`,
	required: true,
	placeholder: 'e.g. {"order_number": "1234", "vip": true}',
	show: { customFieldsMode: ['json'] },
	read: customFieldObject,
});

export const withCustomFields = fieldRows(
	'withCustomFields',
	'Keep only conversations that have these values. The node compares them itself, so it may read all pages.',
	'What the field has, in capitals or not, or one of several. Empty: the field has no value.',
	{ displayName: 'Only With Custom Fields', placeholder: 'e.g. Gold' },
);

/** Compares all texts in a value, because its form is not known. */
export function hasCustomFields(values: unknown, wanted: IDataObject): boolean {
	return Object.entries(wanted).every(([key, value]) => {
		const texts = isObject(values) && Object.hasOwn(values, key) ? textsIn(values[key]) : [];
		const [text = ''] = textsIn(value);
		return text === '' ? texts.length === 0 : texts.includes(text);
	});
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'object') return Object.values(value ?? {}).flatMap(textsIn);
	const text = String(value).trim().toLowerCase();
	return text === '' ? [] : [text];
}

/** Returns values by field, each with its type. */
function customFieldRows(value: unknown, context: ReadContext): IDataObject {
	const { label } = context;
	const rows = (value as { field?: unknown } | undefined)?.field;
	const fields = new Map<string, unknown>();
	(Array.isArray(rows) ? rows : []).forEach((row: unknown, index) => {
		const { key, value } = isObject(row) ? row : {};
		const ofPart = (part: string) => ({ ...context, label: `${quoted(part)} in row ${index + 1} of ${label}` });
		const name = readText(located(key), ofPart('Field'))?.trim() ?? '';
		if (name === '') throw wrongRow(label, index, 'has no field', 'Choose its field, or remove the row.');
		if (fields.has(name))
			throw wrongRow(label, index, `repeats the field '${name}'`, 'Remove all but one of them.');
		if (value === undefined)
			throw wrongRow(label, index, 'has no value', 'Check its expression; null empties the field.');
		fields.set(name, jsonValue(value, ofPart('Value').label));
	});
	return withSomething(Object.fromEntries(fields) as IDataObject, label);
}

function customFieldObject(value: unknown, context: ReadContext): IDataObject {
	return withSomething(jsonObject(value, context) ?? {}, context.label);
}

function withSomething(fields: IDataObject, label: string): IDataObject {
	if (Object.keys(fields).length > 0) return fields;
	throw new InputError(`${label} has no field`, 'Give at least one custom field and its value.');
}

function wrongRow(label: string, index: number, what: string, todo: string): InputError {
	return new InputError(`${label}: row ${index + 1} ${what}`, todo);
}
