import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import type { Field, ReadContext } from '../../shared/field';
import { ADVANCED, quoted } from '../../shared/names';
import { fromListOr } from '../../shared/fields/locators';
import { choice, jsonObject, jsonValue, located, text } from '../../shared/fields/readers';

export const customFieldsMode: Field = {
	property: {
		displayName: 'Custom Fields Mode',
		name: 'customFieldsMode',
		type: 'options',
		options: [
			{ name: 'Fields', value: 'fields', description: 'One row a field' },
			{ name: `${ADVANCED}JSON`, value: 'json', description: 'One JSON object with a value for each field' },
		],
		default: 'fields',
		description: 'How to give the custom fields',
	},
	read: choice('fields', 'json'),
	sent: false,
};

const key = fromListOr(
	{ displayName: 'By Name', name: 'key', placeholder: 'e.g. order_number' },
	{ displayName: 'Field', name: 'key', description: 'The custom field, by its name in custom_field_values of a conversation' },
	{
		picker: 'customFieldKeys',
		hint: 'The fields of the inbox, or where the helpdesk does not list them, those that recent conversations have. For any other choose By Name.',
	},
);

/** Rows of a field and its value. */
function rowsWith(
	value: Pick<INodeProperties, 'placeholder' | 'description'>,
): Pick<INodeProperties, 'type' | 'typeOptions' | 'placeholder' | 'default' | 'options'> {
	const values: INodeProperties[] = [key, { displayName: 'Value', name: 'value', type: 'string', default: '', ...value }];
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		options: [{ displayName: 'Field', name: 'field', values }],
	};
}

export const customFields: Field = {
	property: {
		displayName: 'Custom Fields',
		name: 'customFields',
		...rowsWith({ description: 'Typed text is sent as text. A number, true or false from an expression keeps its type.' }),
		displayOptions: { show: { customFieldsMode: ['fields'] } },
		description: 'The fields to set',
	},
	read: customFieldRows,
	sent: false,
};

export const customFieldsJson: Field = {
	property: {
		displayName: `${ADVANCED}Custom Fields (JSON)`,
		name: 'customFieldsJson',
		type: 'json',
		required: true,
		default: '{}',
		placeholder: 'e.g. {"order_number": "1234", "vip": true}',
		displayOptions: { show: { customFieldsMode: ['json'] } },
		description: 'A JSON object with the names of the custom fields and their new values',
	},
	read: customFieldObject,
	sent: false,
};

/** The API documentation shows no filter by them, so the node compares them itself. */
export const withCustomFields: Field = {
	property: {
		displayName: 'Only With Custom Fields',
		name: 'withCustomFields',
		...rowsWith({
			placeholder: 'e.g. Gold',
			description: 'What the field has, in capitals or not; of a field with several, one of them. Empty: the field has no value.',
		}),
		description: 'Keep only conversations that have these values. The node compares them itself, so it may read all pages.',
	},
	read: customFieldRows,
	sent: false,
};

/**
 * Whether a conversation has all of these, by key. Of what form a value is the contract does not show (Conversation,
 * `custom_field_values`): it has what any text within it says.
 */
export function hasCustomFields({ custom_field_values: values }: IDataObject, wanted: IDataObject): boolean {
	return Object.entries(wanted).every(([key, value]) => {
		const texts = isObject(values) && Object.hasOwn(values, key) ? textsIn(values[key]) : [];
		const [text = ''] = textsIn(value);
		return text === '' ? texts.length === 0 : texts.includes(text);
	});
}

/** What a value says, without what says nothing. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'object') return Object.values(value ?? {}).flatMap(textsIn);
	const text = String(value).trim().toLowerCase();
	return text === '' ? [] : [text];
}

/**
 * The rows of the editor as keys and values. Values keep the type that they have: text where typed, anything
 * else where an expression gives it. Throws InputError for a row that would get lost.
 */
export function customFieldRows(value: unknown, context: ReadContext): IDataObject {
	const { label } = context;
	const rows = (value as { field?: unknown } | undefined)?.field;
	const fields = new Map<string, unknown>();
	(Array.isArray(rows) ? rows : []).forEach((row: unknown, index) => {
		const { key, value } = isObject(row) ? row : {};
		const ofPart = (part: string) => ({ ...context, label: `${quoted(part)} in row ${index + 1} of ${label}` });
		const name = text(located(key), ofPart('Field'))?.trim() ?? '';
		if (name === '') throw wrongRow(label, index, 'has no field', 'Choose its field, or remove the row.');
		if (fields.has(name)) throw wrongRow(label, index, `repeats the field '${name}'`, 'Remove all but one of them.');
		if (value === undefined) {
			throw wrongRow(label, index, 'has no value', 'Check that its expression has a value for this item; null empties the field.');
		}
		fields.set(name, jsonValue(value, ofPart('Value').label));
	});
	return withSomething(Object.fromEntries(fields) as IDataObject, label);
}

/** A JSON object of keys and values. Throws InputError. */
export function customFieldObject(value: unknown, context: ReadContext): IDataObject {
	return withSomething(jsonObject(value, context) ?? {}, context.label);
}

function withSomething(fields: IDataObject, label: string): IDataObject {
	if (Object.keys(fields).length > 0) return fields;
	throw new InputError(`${label} has no field`, 'Give at least one custom field and its value.');
}

function wrongRow(label: string, index: number, what: string, todo: string): InputError {
	return new InputError(`${label}: row ${index + 1} ${what}`, todo);
}
