import { textsWithin } from './answers/shape';
import type { Answer } from './request';
import { inHeaders } from './requestId';

/** The texts of an error answer that may be shown: the API's own words, nothing of a record. */
export interface AnswerTexts {
	message?: string;
	/** "field: message", one per message (contract, Error envelope). */
	fields?: string[];
	/** Where the answer shows it: the specification names the id, not its place. */
	requestId?: string;
	/** The API's own word for what is wrong, such as ERROR_EMAIL_TAKEN (contract, Errors); its place is not shown. */
	code?: string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
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
		requestId: inHeaders(headers, hide) ?? (status < 500 ? Object.values(envelope) : values).map(uuidIn).find((id) => id),
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

function fieldTexts(errors: object, hide: (text: string) => string): string[] {
	const all = Object.entries(errors).flatMap(([field, messages]) =>
		[messages]
			.flat()
			.slice(0, MAX_FIELDS)
			.map((message) => [field, String(message)] as const),
	);
	return all.slice(0, MAX_FIELDS).map(([field, message]) => `${hide(field)}: ${sentence(hide(message))}`);
}

function sentence(text: string): string {
	const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
	return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function uuidIn(value: unknown): string | undefined {
	return typeof value === 'string' ? UUID.exec(value)?.[0] : undefined;
}
