import type { IDataObject } from 'n8n-workflow';

import { idText, InputError, isBlank, isObject } from '../../../transport';
import type { ReadContext } from '../field';
import { TagName } from '../lookup/tags';
import { isDate } from './date';

/** Text, sent as typed; what shows nothing is "not sent". Throws InputError for what is no text and cannot be read as one. */
export function text(value: unknown, { label }: ReadContext): string | undefined {
	if (value === undefined || value === null) return undefined;
	const got = notText(value);
	if (got !== undefined) throw new InputError(`${label} got ${got}, not text`, WHAT_TO_DO[got] ?? WHAT_TO_DO.other!);
	const typed = String(value);
	return isBlank(typed) ? undefined : typed;
}

/** What an expression gives that cannot stand as text, in words; undefined for text, a number, true and false. */
export function notText(value: unknown): string | undefined {
	if (value === undefined || value === null) return 'nothing';
	if (isNoNumber(value)) return String(value);
	if (Array.isArray(value)) return 'a list';
	if (isDate(value)) return 'a date';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'function' ? 'a function' : undefined;
}

/** NaN and Infinity, which a calculation gives that lacks a number. */
function isNoNumber(value: unknown): boolean {
	return typeof value === 'number' && !Number.isFinite(value);
}

const LACKS_A_NUMBER = 'The expression calculates with something that is no number for this item: check the fields that it names.';

/** By what an expression gives in place of text. */
const WHAT_TO_DO: Record<string, string> = {
	NaN: LACKS_A_NUMBER,
	Infinity: LACKS_A_NUMBER,
	'-Infinity': LACKS_A_NUMBER,
	'a date': 'Make a text of it, for example with .format("yyyy-MM-dd") at the end of the expression.',
	'a list': 'Choose one entry, or make a text of all, for example with .join(", ") at the end of the expression.',
	other: 'Let the expression name one field of it that holds a text.',
};

/** One of the choices of a dropdown that steers the node. Throws InputError for what an expression gives beyond them. */
export function choice(...values: string[]) {
	return (value: unknown, { label }: ReadContext): string => {
		if (values.includes(value as string)) return value as string;
		throw new InputError(
			`${label} must be one of: ${values.join(', ')}`,
			'Choose one from the list, or let the expression give one of these words.',
		);
	};
}

/** On or off, also from text that an expression gives. Throws InputError for anything else: nothing is taken for off that does not say so. */
export function onOrOff(value: unknown, { label }: ReadContext): boolean {
	if (value === true || value === 'true' || value === 1 || value === '1') return true;
	if (value === false || value === 'false' || value === 0 || value === '0') return false;
	throw new InputError(`${label} is neither on nor off`, 'Nothing was sent. Switch it on or off, or let its expression give true or false.');
}

/** A number of records to fetch. Throws InputError for anything but a whole number from 1. */
export function count(value: unknown, { label }: ReadContext): number {
	const number = (typeof value === 'string' ? Number(value) : value) as number;
	if (!Number.isInteger(number) || number < 1) {
		throw new InputError(`${label} must be a whole number of at least 1`, "Enter how many records to return, or switch on 'Return All'.");
	}
	return number;
}

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/;

/**
 * Texts such as ids, as comma-separated text or an array; none at all is "not sent". Text may have a comma
 * too many; an empty place in an expression's list is something that got lost: throws InputError.
 */
export function textList(value: unknown, { label }: ReadContext): string[] | undefined {
	const list = typeof value === 'string' ? value.split(',').filter((entry) => !isBlank(entry)) : [value ?? []].flat();
	const wrong = list.findIndex((entry) => notText(entry) !== undefined || isBlank(String(entry)));
	if (wrong >= 0) {
		throw new InputError(
			`${label}: entry number ${wrong + 1} is empty or not a text`,
			'The expression must give a list of texts. Of a list of objects choose one field, for example with .map().',
		);
	}
	return list.length > 0 ? list.map((entry) => String(entry).trim()) : undefined;
}

/** One entry: between quotation marks, which stand doubled within, or up to the next comma. */
const ENTRY = /\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g;

/** As `textList`, for words that people made up, which may have a comma: then typed between quotation marks. */
export function wordList(value: unknown, context: ReadContext): string[] | undefined {
	if (typeof value !== 'string') return textList(value, context);
	const entries = [...value.matchAll(ENTRY)].map(([plain, between]) => between?.replaceAll('""', '"') ?? plain);
	return textList(
		entries.filter((entry) => !isBlank(entry)),
		context,
	);
}

/** "#2242": what people know of a conversation, and the API does not take. */
const TICKET_NUMBER = /^\s*#\s*(\d+)\s*$/;

/** An ID, or several, of conversations, read by the reader given. Throws InputError for a ticket number. */
export function noTicketNumber<T>(read: (value: unknown, context: ReadContext) => T): typeof read {
	return (value, context) => {
		const typed = located(value);
		const entries: unknown[] = typeof typed === 'string' ? typed.split(',') : [typed].flat();
		const numbers = entries.map((each) => (typeof each === 'string' ? TICKET_NUMBER.exec(each)?.[1] : undefined));
		const number = numbers.find((each) => each !== undefined);
		if (number === undefined) return read(value, context);
		throw new InputError(
			`${context.label}: #${number} is a ticket number, not an ID`,
			"From List finds it in 'Conversation', where a search takes the number. Or use the id that Get Many of Conversation outputs beside it.",
		);
	};
}

/** As `textList`, for IDs: one that cannot be an ID throws InputError too. */
export function idList(value: unknown, context: ReadContext): string[] | undefined {
	return textList(value, context)?.map((id) => idText(id, context.label));
}

/**
 * E-mail addresses as comma-separated text or an array; none at all is "not sent". Throws InputError that
 * names the wrong one's position.
 */
export function emailList(value: unknown, context: ReadContext): string[] | undefined {
	const addresses = textList(value, context);
	const wrong = addresses?.findIndex((address) => !EMAIL.test(address)) ?? -1;
	if (wrong >= 0) {
		const which = addresses!.length > 1 ? `: address number ${wrong + 1}` : '';
		throw new InputError(
			`${context.label}${which} is not an e-mail address`,
			'Nothing was sent. Enter e-mail addresses such as anna@example.com; separate several by commas.',
		);
	}
	return addresses;
}

/** One e-mail address. */
export function email(value: unknown, context: ReadContext): string | undefined {
	const [address, ...more] = textList(value, context) ?? [];
	if (more.length > 0) throw new InputError(`${context.label} must be one e-mail address`, 'Nothing was sent. Remove all but one.');
	if (address === undefined || EMAIL.test(address)) return address;
	throw new InputError(`${context.label} is not an e-mail address`, 'Nothing was sent. Enter one such as anna@example.com.');
}

/** What a resource locator holds: an ID chosen from the list or entered. Text that stands there alone counts too. */
export function located(value: unknown): unknown {
	return isLocator(value) ? value.value : value;
}

/** The bare ID. Throws InputError for what is none. */
export function locatedId(value: unknown, { label }: ReadContext): string {
	return idText(located(value), label);
}

/** The bare ID; undefined for none: not sent. Throws InputError as `locatedId`. */
export function optionalId(value: unknown, context: ReadContext): string | undefined {
	return text(located(value), context) === undefined ? undefined : locatedId(value, context);
}

/** The bare ID, or the name to look it up by; undefined for none. */
export function idOrName(value: unknown, context: ReadContext): string | TagName | undefined {
	if (!isLocator(value) || value.mode !== 'name') return locatedId(value, context);
	const name = text(value.value, context)?.trim();
	return name === undefined ? undefined : new TagName(name);
}

function isLocator(value: unknown): value is { mode?: unknown; value?: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value;
}

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
	throw new InputError(
		`${context.label} must be a JSON object or list`,
		'Put names and values between braces, for example {"name": "value"}, or a list between brackets.',
	);
}

/** Any JSON, as text or as what an expression gives. Empty text is undefined. Throws InputError. */
export function parseJson(value: unknown, { label }: ReadContext): unknown {
	if (typeof value !== 'string') return jsonValue(value ?? undefined, label);
	if (value.trim() === '') return undefined;
	const parsed = parsedOrNothing(value);
	if (parsed) return jsonValue(parsed.json, label);
	throw new InputError(
		`${label} is not valid JSON`,
		'Check quotes, commas and braces. Names and texts stand in double quotes, for example {"name": "value"}.',
	);
}

/** Nobody nests a request as deeply; what reads it may break off at some thousands. */
const DEEPEST = 100;

/** The value, if JSON can hold it. Throws InputError for what is nested too deeply, also within itself, and for what JSON would make null. */
export function jsonValue<T>(value: T, label: string): T {
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth += 1) {
		const lost = level.find((each) => isNoNumber(each) || typeof each === 'function');
		if (lost !== undefined) {
			throw new InputError(
				`${label} has ${notText(lost)} in it`,
				'It could only be sent as null. Check what the expression gives for this item.',
			);
		}
		if (level.some((each) => Number.isInteger(each) && !Number.isSafeInteger(each))) {
			throw new InputError(
				`${label} has a number of more than 15 digits in it`,
				'Nothing was sent: such a number loses its last digits. Write it in double quotes, as text.',
			);
		}
		const nested = [...new Set(level.filter(hasParts))];
		if (nested.length > 0 && depth === DEEPEST) {
			throw new InputError(
				`${label} is nested too deeply`,
				`It has more than ${DEEPEST} objects or lists within one another. Check what the expression gives for this item.`,
			);
		}
		level = nested.flatMap((each) => Object.values(each));
	}
	return value;
}

/** Dates and files are written in their own way. */
function hasParts(value: unknown): value is object {
	return typeof value === 'object' && value !== null && typeof (value as IDataObject).toJSON !== 'function';
}

function parsedOrNothing(text: string): { json: unknown } | undefined {
	try {
		return { json: JSON.parse(text) };
	} catch {
		return undefined;
	}
}
