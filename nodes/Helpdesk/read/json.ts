import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import type { ReadContext } from '../operation';
import { isObject } from './isObject';

/** A JSON object, as text or as what an expression gives. Empty text is "not sent". Throws InputError. */
export function jsonObject(value: unknown, context: ReadContext): IDataObject | undefined {
	const parsed = parseJson(value, context);
	if (parsed === undefined) return undefined;
	if (!isObject(parsed)) {
		throw new InputError(`${context.label} must be a JSON object`, 'Put names and values between braces, for example {"name": "value"}.');
	}
	return parsed;
}

/** A JSON object or list. Empty text is "not sent". Throws InputError. */
export function jsonToSend(value: unknown, context: ReadContext): IDataObject | unknown[] | undefined {
	const parsed = parseJson(value, context);
	if (parsed === undefined || isObject(parsed) || Array.isArray(parsed)) return parsed;
	throw new InputError(`${context.label} must be a JSON object or list`, 'Put names and values between braces, for example {"name": "value"}, or a list between brackets.');
}

/** Any JSON, as text or as what an expression gives. Empty text is undefined. Throws InputError. */
export function parseJson(value: unknown, { label }: ReadContext): unknown {
	if (typeof value !== 'string') return value ?? undefined;
	if (value.trim() === '') return undefined;
	const parsed = parsedOrNothing(value);
	if (parsed) return parsed.json;
	throw new InputError(
		`${label} is not valid JSON`,
		'Check quotes, commas and braces. Names and texts stand in double quotes, for example {"name": "value"}.',
	);
}

function parsedOrNothing(text: string): { json: unknown } | undefined {
	try {
		return { json: JSON.parse(text) };
	} catch {
		return undefined;
	}
}
