import { IDataObject } from 'n8n-workflow';

import { PageError } from '../errors';

export function malformed(body: unknown, expected: string) {
	return new PageError(`expected ${expected}, got ${kindOf(body)}`);
}

/** Shows no field's name, because it may be a customer's name or address. */
function kindOf(value: unknown) {
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (isObject(value)) return 'another object';
	if (value === null || value === undefined || value === '') return 'nothing';
	return typeof value === 'string' ? 'text' : typeof value;
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether an answer shows that the request failed, although its status is a success. */
export function saysFailure({ success, error, errors }: IDataObject) {
	const isFilled = (value: unknown) =>
		typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
	return success === false || isFilled(error) || isFilled(errors);
}

export function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}

export function textsWithin(body: unknown) {
	const texts: string[] = [];
	for (let level = [body]; level.length > 0;) {
		for (const value of level) if (typeof value === 'string') texts.push(value);
		level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
	}
	return texts;
}

/** IDs are strings (contract, Conversation); numbers work as well. */
export function isId(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Returns a whole number from 0, given as number or text, or undefined. */
export function wholeNumber(value: unknown) {
	const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Returns ms since the epoch, or undefined if it is no time. A time without a zone is UTC (contract, Resources). */
export function msOf(value: unknown) {
	if (typeof value !== 'string' || value.length > 40) return undefined;
	const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? undefined : time;
}
