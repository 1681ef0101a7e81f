import { type Outcome, outcomeOf } from './outcomes';
import { type Redact, redactor } from './redact';
import type { Answer, ApiRequest, AttemptResult, FailureKind } from './request';
import { isObject, textsWithin } from './answers/shape';
import type { Credential } from './credential';

/** What the user wanted, for the error's first words. */
export interface Task {
	/** As in the operation's list, for example "Add note to conversation". */
	action: string;
	/** Contract, Endpoints: rejects partner-issued tokens. */
	patOnly?: boolean;
	/** Its endpoint was seen elsewhere, not in the specification: the helpdesk may not have it. */
	provisional?: boolean;
	/** What serves where it has not, as the operation says it. */
	instead?: string;
	/** Below the base URL, with {names} for the IDs. */
	path?: string;
	/** By which IDs a record was asked for, in a sentence, for where it is not found. */
	askedFor?: string;
	/** Why it failed and what to do, by status or failure kind, where the table's words are about something else. */
	reasons?: Readonly<Partial<Record<number | FailureKind, Pick<Outcome, 'why' | 'todo'>>>>;
	/** What the editor calls a field of the API, in quotation marks; undefined for one that is nobody's. */
	fieldName?: (apiName: string) => string | undefined;
}

/**
 * A request that did not succeed, with all that an error text needs. It carries no request body and
 * no answer body: those hold what customers wrote.
 */
export class ApiError extends Error {
	override readonly name = 'ApiError';

	/** What the request was for, where that is less than the whole operation. */
	task?: Task;

	/** What was found afterwards, in a sentence for the user. */
	foundAfter?: string;

	/** A download `wasRedirected` where it failed at the address that the helpdesk had sent it on to. */
	readonly request: Pick<ApiRequest, 'method' | 'path' | 'readOnly'> & { wasRedirected: boolean };

	/** How the last attempt ended; an answer without its body. */
	readonly result: AttemptResult;

	/** What that means. */
	readonly outcome: Outcome;

	/** What the helpdesk said. */
	readonly texts: AnswerTexts;

	constructor(
		{ method, path, readOnly, download, redirectedTo }: Pick<ApiRequest, 'method' | 'path' | 'readOnly' | 'download' | 'redirectedTo'>,
		result: AttemptResult,
		/** The write may have been applied although no success came back: by this request, or by an earlier try of its item. */
		public mayHaveBeenApplied: boolean,
		/** How often it was sent. */
		readonly attempts: number,
		/** How the first attempt failed that may have been applied. */
		readonly openSince?: Outcome,
		/** Leaves out words of the helpdesk that repeat the token or what was sent. */
		redact: Redact = (words) => words,
	) {
		super(result.kind === 'answer' ? `HTTP ${result.answer.status}` : result.code || result.failure);
		this.request = { method, path, readOnly, wasRedirected: redirectedTo !== undefined };
		this.outcome = outcomeOf({ download }, result);
		this.texts = result.kind === 'answer' ? answerTexts(result.answer, redact) : {};
		this.result = result.kind === 'answer' ? { ...result, answer: { ...result.answer, body: undefined } } : result;
	}

	/** HTTP status; undefined when no answer came. */
	get status(): number | undefined {
		return this.result.kind === 'answer' ? this.result.answer.status : undefined;
	}
}

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
const MAX_TEXT_LENGTH = 300;
const MAX_FIELDS = 20;

/**
 * Reads the error envelope (contract, Error envelope); an answer of another form has no texts.
 *
 * @param redact leaves out words that nobody may see
 */
export function answerTexts({ status, headers, body }: Answer, redact: Redact): AnswerTexts {
	const envelope = parse(body);
	const { message, errors } = envelope;
	const values = textsWithin(envelope, MAX_LEVELS, MAX_VALUES);
	return {
		message: typeof message === 'string' && message !== '' ? sentence(redact(message)) : undefined,
		fields: isObject(errors) ? fieldTexts(errors, redact) : undefined,
		// Of other errors a UUID may be a record's.
		requestId:
			inHeaders(headers, redact) ?? (status < 500 ? Object.values(envelope) : values).map((value) => uuidIn(value, redact)).find((id) => id),
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

/** Contract, Error envelope: errors keyed by field, each a list of messages. */
function fieldTexts(errors: object, hide: (text: string) => string): string[] {
	const all = Object.entries(errors).flatMap(([field, messages]) => [messages].flat().map((message) => [field, message] as const));
	const texts = all.filter((each): each is [string, string] => typeof each[1] === 'string' && each[1] !== '');
	return texts.slice(0, MAX_FIELDS).map(([field, message]) => `${hide(field)}: ${sentence(hide(message))}`);
}

function sentence(text: string): string {
	const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
	return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function uuidIn(value: unknown, redact: Redact): string | undefined {
	const found = typeof value === 'string' ? UUID.exec(value)?.[0] : undefined;
	return found !== undefined && redact(value as string).includes(found) ? found : undefined;
}

const HEADERS = ['x-request-id', 'request-id', 'x-correlation-id'];
const REQUEST_ID = /^[\w.:-]{1,100}$/;

function inHeaders(headers: Answer['headers'], redact: Redact): string | undefined {
	return HEADERS.map((name) => headers[name]).find((id) => id !== undefined && REQUEST_ID.test(id) && redact(id) === id);
}

/** The ID under which the helpdesk knows a request, where the headers of its answer show one; never the token. */
export function requestIdIn({ headers }: Answer, { holdsToken }: Credential): string | undefined {
	return inHeaders(headers, redactor(holdsToken, {}));
}
