import { isObject, textsWithin } from './answers/shape';
import type { Answer } from './request';
import { inHeaders } from './requestId';

/** The texts of an error answer that may be shown: the API's own words, nothing of a record. */
export interface AnswerTexts {
	message?: string;
	/** "field: message", one per message (contract, Error envelope); the message alone where no field is named. */
	fields?: string[];
	/** Where the answer shows it: the specification names the id, not its place. */
	requestId?: string;
	/** The API's own word for what is wrong, such as ERROR_EMAIL_TAKEN (contract, Errors); its place is not shown. */
	code?: string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Where an error in a list says what it is about, and what is wrong. */
const FIELD_NAMES = ['field', 'attribute', 'param', 'parameter', 'pointer', 'path', 'name'];
const MESSAGE_NAMES = ['messages', 'message', 'detail', 'description', 'msg', 'error', 'title'];
const CODE = /^ERROR_[A-Z0-9_]{1,80}$/;

/** Codes and ids are looked for so deep, and among so many values. */
const MAX_LEVELS = 6;
const MAX_VALUES = 1_000;
/** So many characters of a text are shown, and so many fields. */
export const MAX_TEXT_LENGTH = 300;
const MAX_FIELDS = 20;

/**
 * Reads the error envelope (contract, Error envelope); an answer of another form has no texts.
 *
 * @param hide takes out of the helpdesk's words what nobody may see
 */
export function answerTexts({ status, headers, body }: Answer, hide: (text: string) => string): AnswerTexts {
	const envelope = parse(body);
	const { message, errors } = envelope;
	const values = textsWithin(envelope, MAX_LEVELS, MAX_VALUES);
	return {
		message: typeof message === 'string' && message !== '' ? sentence(hide(message)) : undefined,
		fields: typeof errors === 'object' && errors !== null ? fieldTexts(errors, hide) : undefined,
		// Of other errors a UUID may be a record's.
		requestId: inHeaders(headers, hide) ?? (status < 500 ? Object.values(envelope) : values).map((value) => uuidIn(value, hide)).find((id) => id),
		code: values.find((value) => CODE.test(value)),
	};
}

function parse(body: unknown): Record<string, unknown> {
	// A refused download arrives as bytes.
	if (Buffer.isBuffer(body)) return parse(jsonOf(body.toString()));
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Errors keyed by field, as the contract has them, or a list of them in which each says its own field. */
function fieldTexts(errors: object, hide: (text: string) => string): string[] {
	const all = Object.entries(errors).flatMap(([key, refusals]) => {
		const field = Array.isArray(errors) ? undefined : key;
		return [refusals].flat().flatMap((refusal) => refusalsIn(refusal, field));
	});
	return all.slice(0, MAX_FIELDS).map(([field, message]) => `${field === undefined ? '' : `${hide(field)}: `}${sentence(hide(message))}`);
}

/** Field and message of what is a message itself, or an object that has both under the names that other services use. */
function refusalsIn(refusal: unknown, keyed?: string): Array<[field: string | undefined, message: string]> {
	if (!isObject(refusal)) return refusal === null ? [] : [[keyed, String(refusal)]];
	const { source } = refusal;
	const field = keyed ?? textsAmong({ ...(isObject(source) && source), ...refusal }, FIELD_NAMES)[0];
	const said = textsAmong(refusal, MESSAGE_NAMES);
	if (said.length === 0) return field === undefined ? [] : [[field, 'refused']];
	return said.map((message) => [field, message]);
}

/** The text, or the list of texts, that stands under the first of these names that has any. */
function textsAmong(fields: Record<string, unknown>, names: string[]): string[] {
	const texts = names.map((name) => [fields[name]].flat().filter((value): value is string => typeof value === 'string' && value !== ''));
	return texts.find(({ length }) => length > 0) ?? [];
}

function sentence(text: string): string {
	const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
	return /[.!?…]$/.test(short) ? short : `${short}.`;
}

/** With what stands around it: it may be a part of what nobody may see. */
function uuidIn(value: unknown, hide: (text: string) => string): string | undefined {
	const found = typeof value === 'string' ? UUID.exec(value) : null;
	if (!found) return undefined;
	const around = Math.floor((MAX_TEXT_LENGTH - found[0].length) / 2);
	const words = found.input.slice(Math.max(0, found.index - around), found.index + found[0].length + around);
	return hide(words).includes(found[0]) ? found[0] : undefined;
}
