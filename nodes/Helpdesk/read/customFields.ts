import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import type { ReadContext } from '../operation';
import { isObject } from './isObject';
import { jsonObject } from './json';
import { located } from './located';

/**
 * The rows of the editor as keys and values. Values keep the type that they have: text where typed, anything
 * else where an expression gives it. Throws InputError for a row that would get lost.
 */
export function customFieldRows(value: unknown, { label }: ReadContext): IDataObject {
	const rows = (value as { field?: unknown } | undefined)?.field;
	const fields = new Map<string, unknown>();
	(Array.isArray(rows) ? rows : []).forEach((row: unknown, index) => {
		const { key, value } = isObject(row) ? row : {};
		const name = String(located(key) ?? '').trim();
		if (name === '') throw wrongRow(label, index, 'has no key', 'Enter its key, or remove the row.');
		if (fields.has(name)) throw wrongRow(label, index, `repeats the key ${name}`, 'Remove all but one of them.');
		if (value === undefined) {
			throw wrongRow(label, index, 'has no value', 'Check that its expression has a value for this item; null empties the field.');
		}
		fields.set(name, value);
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
