import { beginOf, InputError, isId } from '../../../transport';
import { isNoValue, kindOf, Labelled } from './kind';

const UNSENDABLE = /[^\P{Cc}\s\u0085]/u;

/** Half an emoji, for which PHP reads the whole JSON body as empty. */
const LONE_SURROGATE = /\p{Cs}/gu;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const MAX_SHOWN = 60;

/** Makes text well-formed. Throws {InputError} for a control character. */
export function cleaned(value: unknown, label: string): unknown {
	return withTexts(value, (text) => {
		if (!UNSENDABLE.test(text)) return text.replace(LONE_SURROGATE, '\ufffd');
		throw new InputError(
			`${label} contains a control character`,
			'Type the text anew, or remove it in the expression.',
		);
	});
}

/** Changes every text in a value, names included. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((each) => withTexts(each, change));
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [change(name), withTexts(each, change)]));
}

function isPlainObject(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	// An expression's objects come from another realm, with its own Object.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Removes invisible characters, and collapses white space. */
export function tidy(text: string) {
	return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** Quotes a value for an error. Never pass a person's text. */
export function shown(value: unknown) {
	const text = typeof value === 'object' ? String(notText(value)) : String(value);
	return `"${beginOf(text.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, ' ').trim(), MAX_SHOWN)}"`;
}

const TO_TEXT =
	'Let the expression give a text: one field of an object, .format("yyyy-MM-dd") of a date, .join(", ") of a list.';

/** Returns a text, number or boolean as text. */
export function plainText(value: unknown, { label }: Labelled) {
	const got = notText(value);
	if (got !== undefined) throw new InputError(`${label} got ${got}, not text`, TO_TEXT);
	return String(value);
}

/** Returns words such as "a list"; undefined for text, a number or a boolean. */
export function notText(value: unknown) {
	if (value === undefined || value === null) return 'nothing';
	if (isNoNumber(value)) return String(value);
	if (Array.isArray(value)) return 'a list';
	if (isDate(value)) return 'a date';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'function' ? 'a function' : undefined;
}

export function isNoNumber(value: unknown) {
	return typeof value === 'number' && !Number.isFinite(value);
}

/** Returns whether a value is a DateTime or a Date, also of another realm. */
export function isDate(value: unknown) {
	return (
		Object.prototype.toString.call(value) === '[object Date]' ||
		(value as { isLuxonDateTime?: boolean } | undefined)?.isLuxonDateTime === true
	);
}

/** Returns the form in which names, words and IDs are compared. */
export function normal(value: unknown) {
	return isId(value) ? tidy(String(value)).normalize('NFC').toLowerCase() : '';
}

export function filledText(value: unknown) {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export const anyText = kindOf('text', plainText);

/** Returns a word that the helpdesk or the node knows, such as a status. */
export function wordOf(value: unknown, context: Labelled) {
	const word = tidy(plainText(value, context)).normalize('NFC');
	if (/^\[\s*["']/.test(word))
		throw new InputError(
			`${context.label} got ${shown(word)}, which looks like a list`,
			'Enter a single value, or a list as JSON, such as ["a", "b"].',
		);
	if (!isNoValue(word) && word !== '{}') return word;
	throw new InputError(
		`${context.label} got ${shown(value)}, which means a missing value`,
		'Check its expression: a field that it names may be missing.',
	);
}

export const searchWords = kindOf('text', (value, context) => tidy(plainText(value, context)));

export const word = kindOf('word', wordOf);
