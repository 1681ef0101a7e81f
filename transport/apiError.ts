import { Outcome, outcomeOf } from './outcomes';
import { beginOf } from './graphemes';
import { Redact } from './redact';
import { Answer, ApiRequest, AttemptResult, FailureKind } from './request';
import { isObject, textsWithin } from './answers/shape';

/** The operation that a request belongs to, for its error text. */
export interface Task {
	/** Name in the editor, such as "Add note to conversation". */
	action: string;
	/** The endpoint rejects partner-issued tokens (contract, Endpoints). */
	patOnly?: boolean;
	/** The endpoint is not in the specification, so the helpdesk may lack it. */
	provisional?: boolean;
	instead?: string;
	/** Sentences about the IDs in the request, for a 404. */
	askedFor?: string;
	/** Texts that replace those of the table of outcomes, by status or failure kind. */
	reasons?: Readonly<Partial<Record<number | FailureKind, Partial<Pick<Outcome, 'why' | 'todo'>>>>>;
	/** Returns the editor's name of an API field, in quotation marks, if a field of the operation sends it. */
	fieldName?: (apiName: string) => string | undefined;
}

/** A request that failed, without its body, which contains customers' words. */
export class ApiError extends Error {
	/** The task of this request, if it is only a part of the operation. */
	task?: Task;

	/** A sentence for the user: what a read after the failure found. */
	foundAfter?: string;

	readonly request: Pick<ApiRequest, 'method' | 'path' | 'readOnly'> & { wasRedirected: boolean };
	/** Result of the last attempt, without the answer's body. */
	readonly result: AttemptResult;
	readonly outcome: Outcome;
	readonly texts: AnswerTexts;

	constructor(
		{ method, path, readOnly, download, redirectedTo }: ApiRequest,
		result: AttemptResult,
		/** True if this request, or an earlier attempt of its item, may have been applied. */
		public mayHaveBeenApplied: boolean,
		readonly attempts: number,
		readonly tookMs: number,
		readonly unknownSince?: Outcome,
		redact: Redact = asItIs,
	) {
		super(result.kind === 'answer' ? `HTTP ${result.answer.status}` : result.code || result.failure);
		this.request = { method, path, readOnly, wasRedirected: redirectedTo !== undefined };
		this.outcome = outcomeOf({ download }, result);
		this.texts = result.kind === 'answer' ? answerTexts(result.answer, redact) : {};
		this.result = result.kind === 'answer' ? { ...result, answer: { ...result.answer, body: undefined } } : result;
	}

	get status() {
		return this.result.kind === 'answer' ? this.result.answer.status : undefined;
	}
}

interface AnswerTexts {
	message?: string;
	/** "field: message", one per message (contract, Error envelope). */
	fields?: string[];
	/** Its place in the answer is not specified. */
	requestId?: string;
	/** Such as ERROR_EMAIL_TAKEN (contract, Errors). */
	code?: string;
}

const asItIs: Redact = (words) => words;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const CODE = /^ERROR_[A-Z0-9_]{1,80}$/;

const MAX_TEXT_LENGTH = 300;
const MAX_FIELDS = 20;

function answerTexts({ status, headers, body }: Answer, redact: Redact): AnswerTexts {
	const envelope = isObject(body) ? body : {};
	const { message, errors } = envelope;
	const values = textsWithin(envelope);
	return {
		message: typeof message === 'string' && message !== '' ? sentence(redact(message)) : undefined,
		fields: isObject(errors) ? fieldTexts(errors, redact) : undefined,
		// Below 500, a UUID may be a record's ID.
		requestId:
			requestIdIn(headers, redact) ??
			(status < 500 ? [] : values).map((value) => uuidIn(value, redact)).find((id) => id),
		code: values.find((value) => CODE.test(value)),
	};
}

function fieldTexts(errors: object, redact: Redact) {
	const all = Object.entries(errors).flatMap(([field, messages]) =>
		textsWithin(messages).map((message) => [field, message] as const),
	);
	return all.slice(0, MAX_FIELDS).map(([field, message]) => `${redact(field)}: ${sentence(redact(message))}`);
}

function sentence(text: string) {
	const short = text.length > MAX_TEXT_LENGTH ? `${beginOf(text, MAX_TEXT_LENGTH)}…` : text;
	return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function uuidIn(value: string, redact: Redact) {
	const [found] = UUID.exec(value) ?? [];
	return found !== undefined && redact(value).includes(found) ? found : undefined;
}

const HEADERS = ['x-request-id', 'request-id', 'x-correlation-id'];
const REQUEST_ID = /^[\w.:-]{1,100}$/;

export function requestIdIn(headers: Answer['headers'], redact = asItIs) {
	return HEADERS.map((name) => headers[name]).find(
		(id) => id !== undefined && REQUEST_ID.test(id) && redact(id) === id,
	);
}
