import { IDataObject } from 'n8n-workflow';

import { InputError, isObject, jsonOf } from '../../../transport';
import { kindOf, Kind, ReadContext, isNothing } from './kind';
import { cleaned, isNoNumber, notText } from './text';

const EXAMPLE = '{"name": "value"}';

export const jsonObject = kindOf('jsonObject', (value, context) => {
	const parsed = parseJson(value, context);
	if (isObject(parsed)) return parsed;
	throw notJson(context, 'object', '');
});

export const anyJson: Kind<IDataObject | unknown[]> = {
	name: 'json',
	// An empty list is a body.
	isNothing: (value) => !Array.isArray(value) && isNothing(value),
	read: (value, context) => {
		const parsed = parseJson(value, context);
		if (isObject(parsed) || Array.isArray(parsed)) return parsed;
		throw notJson(context, 'object or list', ', or a list between brackets');
	},
};

function notJson({ label }: ReadContext, what: string, more: string) {
	return new InputError(
		`${label} must be a JSON ${what}`,
		`Put names and values between braces, for example ${EXAMPLE}${more}.`,
	);
}

function parseJson(value: unknown, { label }: ReadContext) {
	if (typeof value !== 'string') return jsonValue(value, label);
	const parsed = jsonOf(value);
	// An escape such as \u0000 is a character only now.
	if (parsed !== undefined) return cleaned(jsonValue(parsed, label), label);
	throw new InputError(`${label} is not valid JSON`, `Check quotes, commas and braces, as in ${EXAMPLE}.`);
}

/** Throws {InputError} for a value that JSON would change. */
export function jsonValue<T>(value: T, label: string) {
	JSON.stringify(value, (_, each: unknown) => {
		if (isNoNumber(each) || typeof each === 'function')
			throw new InputError(
				`${label} has ${notText(each)} in it`,
				'Check what the expression gives for this item.',
			);
		if (!Number.isInteger(each) || Number.isSafeInteger(each)) return each;
		const todo = 'Write it in double quotes, so that it keeps all digits.';
		throw new InputError(`${label} has a number of more than 15 digits in it`, todo);
	});
	return value;
}
