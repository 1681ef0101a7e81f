import type { IDataObject } from 'n8n-workflow';

import { PageError } from '../errors';

export function malformed(body: unknown, expected: string): PageError {
	return new PageError(`expected ${expected}, got ${shapeOf(body)}`);
}

/** The form of an answer for an error text: names and types, no values. */
export function shapeOf(value: unknown, depth = 2): string {
	if (Array.isArray(value)) return `list of ${value.length}`;
	if (!isObject(value)) return value === null ? 'null' : typeof value;
	if (depth === 0) return 'object';
	const fields = Object.entries(value).slice(0, 12);
	return `{${fields.map(([name, field]) => `${shownName(name)}: ${shapeOf(field, depth - 1)}`).join(', ')}}`;
}

/** Records may stand by what a customer wrote, a name or an address: only what is known as the name of a field is shown. */
function shownName(name: string): string {
	return FIELD_NAMES.has(name) ? name : '?';
}

/** Of the forms that answers have, and of what others like them have. */
const FIELD_NAMES = new Set(
	(
		'data meta links message messages error errors code status success results result items records list total count id ids page per_page ' +
		'last_page current_page from to path next prev first last conversation conversations contact contacts inbox inboxes tag tags user users ' +
		'automation automations event events draft_id body text text_body html_body created_at updated_at'
	).split(' '),
);

/** True for a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}

/** The texts in a body, the outermost first, so many levels deep and so many values of a level. */
export function textsWithin(body: unknown, levels = Infinity, values = Infinity): string[] {
	const texts: string[] = [];
	let level: unknown[] = [body];
	for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
		for (const value of level) if (typeof value === 'string') texts.push(value);
		level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [])).slice(0, values);
	}
	return texts;
}

/** Identifiers are strings (contract, Conversation); where a helpdesk gives numbers, they serve as well. */
export function isId(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** A whole number from 0, also as text; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Times are ISO 8601, in UTC without a zone (contract, Resources). Returns ms since the epoch. */
export function msOf(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.length > 40) return undefined;
	const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? undefined : time;
}
