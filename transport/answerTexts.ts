import type { Answer } from './request';

/** The texts of an error answer that may be shown: the API's own words, nothing of a record. */
export interface AnswerTexts {
	message?: string;
	/** "field: message", one a message (specification, Error envelope). */
	fields?: string[];
	/** Where the answer shows it: the specification names the id, not its place. */
	requestId?: string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id'];
const LONGEST_TEXT = 300;

/** Reads the error envelope (specification, Error envelope); an answer of another form has no texts. */
export function answerTexts({ headers, body }: Answer): AnswerTexts {
	const fromHeader = REQUEST_ID_HEADERS.map((name) => headers[name]).find((id) => id);
	const envelope = parse(body);
	const { message, errors } = envelope;
	return {
		message: typeof message === 'string' && message !== '' ? sentence(message) : undefined,
		fields: typeof errors === 'object' && errors !== null ? fieldTexts(errors) : undefined,
		requestId: fromHeader ?? Object.values(envelope).map(uuidIn).find((id) => id),
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

function fieldTexts(errors: object): string[] {
	return Object.entries(errors).flatMap(([field, messages]) =>
		(Array.isArray(messages) ? messages : [messages]).map((message) => `${field}: ${sentence(String(message))}`),
	);
}

function sentence(text: string): string {
	const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
	return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function uuidIn(value: unknown): string | undefined {
	return typeof value === 'string' ? UUID.exec(value)?.[0] : undefined;
}
