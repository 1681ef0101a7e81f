import { IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { idText, InputError, isBlank, isObject } from '../../../transport';
import type { ReadContext } from '../field';
import { TagName } from '../lookup/tags';
import { isDate } from './date';

// Each reader throws {InputError}.

const TO_TEXT =
	'Let the expression give a text. Of an object choose one field; a date becomes text with ' +
	'.format("yyyy-MM-dd"), a list with .join(", ").';

/** Control characters other than line ends and tabs. */
const UNSENDABLE = /[^\P{Cc}\s\u0085]/u;

/** Returns undefined for blank text. */
export function readText(value: unknown, { label }: ReadContext): string | undefined {
	if (value === undefined || value === null) return undefined;
	const got = notText(value);
	if (got !== undefined) throw new InputError(`${label} got ${got}, not text`, TO_TEXT);
	const typed = String(value);
	if (!UNSENDABLE.test(typed)) return isBlank(typed) ? undefined : typed;
	throw new InputError(
		`${label} contains a control character`,
		'It may come from a copied text. Type the text anew, or remove it in the expression.',
	);
}

/** Returns a description such as "a list" if a value is no text. */
export function notText(value: unknown): string | undefined {
	if (value === undefined || value === null) return 'nothing';
	if (isNoNumber(value)) return String(value);
	if (Array.isArray(value)) return 'a list';
	if (isDate(value)) return 'a date';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'function' ? 'a function' : undefined;
}

function isNoNumber(value: unknown): boolean {
	return typeof value === 'number' && !Number.isFinite(value);
}

export function choice(...values: string[]) {
	return (value: unknown, { label }: ReadContext): string => {
		if (values.includes(value as string)) return value as string;
		throw new InputError(
			`${label} must be one of: ${values.join(', ')}`,
			'Choose one from the list, or let the expression give one of these words.',
		);
	};
}

/** Takes "true" and "false" from expressions. */
export function onOrOff(value: unknown, { label }: ReadContext): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new InputError(
		`${label} is neither on nor off`,
		'Switch it on or off, or let its expression give true or false.',
	);
}

export function zoneName(value: unknown, context: ReadContext): string | undefined {
	const name = readText(value, context)?.trim();
	if (name === undefined || IANAZone.isValidZone(name)) return name;
	throw new InputError(`${context.label} is not a time zone`, 'Write it as in Europe/Berlin.');
}

export function wholeNumber(least: number, most = Infinity) {
	return (value: unknown, { label }: Pick<ReadContext, 'label'>): number => {
		const number = (typeof value === 'string' ? Number(value) : value) as number;
		if (Number.isInteger(number) && number >= least && number <= most) return number;
		const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
		throw new InputError(
			`${label} must be a whole number ${range}`,
			'Enter one, or check what its expression gives for this item.',
		);
	};
}

export const count = wholeNumber(1);

/** RFC 5321 allows quotation marks before the @. */
const EMAIL = /^([^\s@<>,;"]+|"[^"\r\n]+")@[^\s@<>,;".]+(\.[^\s@<>,;".]+)*$/;

/** Reads texts separated by commas, or an array without empty entries. */
export function textList(value: unknown, { label }: ReadContext): string[] | undefined {
	const list = typeof value === 'string' ? value.split(',').filter((entry) => !isBlank(entry)) : [value ?? []].flat();
	const wrong = list.findIndex((entry) => notText(entry) !== undefined || isBlank(String(entry)));
	if (wrong >= 0) {
		const todo =
			'The expression must give a list of texts. Of a list of objects choose one field, for example with .map().';
		throw new InputError(`${label}: entry number ${wrong + 1} is empty or not a text`, todo);
	}
	return list.length > 0 ? list.map((entry) => String(entry).trim()) : undefined;
}

/** A quotation mark inside others is doubled. */
const ENTRY = /\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g;

/** Reads words; one with a comma needs quotation marks. */
export function wordList(value: unknown, context: ReadContext): string[] | undefined {
	if (typeof value !== 'string') return textList(value, context);
	const entries = [...value.matchAll(ENTRY)].map(([plain, between]) => between?.replaceAll('""', '"') ?? plain);
	return textList(
		entries.filter((entry) => !isBlank(entry)),
		context,
	);
}

/** The API does not take ticket numbers. */
const TICKET_NUMBER = /^\s*#\s*(\d+)\s*$/;

/** Refuses ticket numbers in place of IDs. */
export function noTicketNumber<T>(read: (value: unknown, context: ReadContext) => T): typeof read {
	return (value, context) => {
		const typed = located(value);
		const entries: unknown[] = typeof typed === 'string' ? typed.split(',') : [typed].flat();
		const numbers = entries.map((each) => (typeof each === 'string' ? TICKET_NUMBER.exec(each)?.[1] : undefined));
		const number = numbers.find((each) => each !== undefined);
		if (number === undefined) return read(value, context);
		throw new InputError(
			`${context.label}: #${number} is a ticket number, not an ID`,
			'Choose the conversation From List, or use the id that Get Many of Conversation outputs beside the number.',
		);
	};
}

export function readId(value: unknown, { label }: ReadContext): string {
	return idText(value, label);
}

export function idList(value: unknown, context: ReadContext): string[] | undefined {
	return textList(value, context)?.map((id) => idText(id, context.label));
}

export function emailList(value: unknown, context: ReadContext): string[] | undefined {
	const addresses = textList(value, context);
	const wrong = addresses?.findIndex((address) => !EMAIL.test(address)) ?? -1;
	if (wrong < 0) return addresses;
	const which = addresses!.length > 1 ? `: address number ${wrong + 1}` : '';
	throw new InputError(`${context.label}${which} is not an e-mail address`, 'Enter one such as anna@example.com.');
}

export function email(value: unknown, context: ReadContext): string | undefined {
	const [address, ...more] = emailList(value, context) ?? [];
	if (more.length === 0) return address;
	throw new InputError(`${context.label} must be one e-mail address`, 'Remove all but one.');
}

/** Returns the value in a resource locator, or any other value. */
export function located(value: unknown): unknown {
	return isLocator(value) ? value.value : value;
}

export function locatedId(value: unknown, { label }: ReadContext): string {
	return idText(located(value), label);
}

export function optionalId(value: unknown, context: ReadContext): string | undefined {
	return readText(located(value), context) === undefined ? undefined : locatedId(value, context);
}

/** Returns an ID, or a name to look up. */
export function idOrName(value: unknown, context: ReadContext): string | TagName | undefined {
	if (!isLocator(value) || value.mode !== 'name') return locatedId(value, context);
	const name = readText(value.value, context)?.trim();
	return name === undefined ? undefined : new TagName(name);
}

function isLocator(value: unknown): value is { mode?: unknown; value?: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value;
}

export function jsonObject(value: unknown, context: ReadContext): IDataObject | undefined {
	const parsed = parseJson(value, context);
	if (parsed === undefined) return undefined;
	if (isObject(parsed)) return parsed;
	throw new InputError(
		`${context.label} must be a JSON object`,
		`Put names and values between braces, for example ${EXAMPLE}.`,
	);
}

export function jsonToSend(value: unknown, context: ReadContext): IDataObject | unknown[] | undefined {
	const parsed = parseJson(value, context);
	if (parsed === undefined || isObject(parsed) || Array.isArray(parsed)) return parsed;
	throw new InputError(
		`${context.label} must be a JSON object or list`,
		`Put names and values between braces, for example ${EXAMPLE}, or a list between brackets.`,
	);
}

const EXAMPLE = '{"name": "value"}';

/** Returns undefined for blank text. */
export function parseJson(value: unknown, { label }: ReadContext): unknown {
	if (typeof value !== 'string') return jsonValue(value ?? undefined, label);
	if (value.trim() === '') return undefined;
	const parsed = parsedOrNothing(value);
	if (parsed) return jsonValue(parsed.json, label);
	throw new InputError(`${label} is not valid JSON`, `Check quotes, commas and braces, as in ${EXAMPLE}.`);
}

function parsedOrNothing(text: string): { json: unknown } | undefined {
	try {
		return { json: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/** Throws for a value that JSON would change. */
export function jsonValue<T>(value: T, label: string): T {
	JSON.stringify(value, (_, each: unknown) => {
		if (isNoNumber(each) || typeof each === 'function') {
			throw new InputError(
				`${label} has ${notText(each)} in it`,
				'Check what the expression gives for this item.',
			);
		}
		if (!Number.isInteger(each) || Number.isSafeInteger(each)) return each;
		const todo = 'Such a number loses its last digits. Write it in double quotes, as text.';
		throw new InputError(`${label} has a number of more than 15 digits in it`, todo);
	});
	return value;
}
