import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { type Endpoint, endpoints } from '../contract/endpoints';
import { InputError } from './errors';

/** One request to the API, before it has a host or a token. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, with a leading slash and encoded segments. */
	path: string;
	/** By name, or as typed where a name comes several times. */
	query?: IDataObject | URLSearchParams;
	/** Sent as JSON; also a list or an empty object. */
	body?: IDataObject | unknown[];
	/** Sent in place of `body`, for what is no JSON: its bytes, their media type, and the fields of a form, of a file its name, type and size. */
	encoded?: { bytes: Buffer; type: string; fields?: IDataObject };
	/** A POST that changes nothing (getMany, search), so that it may be retried. */
	readOnly?: boolean;
	/**
	 * What it goes by is true until then, in ms since the epoch: no attempt begins later, and none after one that may have been
	 * applied. It goes before others that wait.
	 */
	sentBy?: number;
	/** The answer is a binary stream (contract, Wire format). */
	download?: boolean;
	/** Where a file is, or a download was redirected to; by default the path below the base URL. */
	redirectedTo?: string;
}

/** What the server answered, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string | undefined>;
	/** Parsed JSON, text where it is none, or a Buffer for a download. */
	body: unknown;
}

/** How an attempt ended that got no answer: see FAILURE_KINDS. */
export type FailureKind = 'notReached' | 'notSecured' | 'notTrusted' | 'broken' | 'timedOut' | 'unreadable';

/** How one attempt ended. */
export type AttemptResult =
	| { kind: 'answer'; answer: Answer }
	/** `code` is Node's name of the failure, for those who run n8n; it may be empty. */
	| { kind: 'noAnswer'; failure: FailureKind; code: string };

/**
 * Makes one attempt. A status and a broken connection are results; throws {InputError} only where
 * n8n refuses to send the request.
 */
export type HttpClient = (request: ApiRequest) => Promise<AttemptResult>;

/** The endpoints that only read although they are asked with a POST: a filter of an inbox, and the search. */
const readingPosts = Object.values<Endpoint>(endpoints).filter(({ method, readOnly }) => method === 'POST' && readOnly);

const READING_POST = new RegExp(`^(${readingPosts.map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})/?$`);

/** Whether this is one of them; the path is that below the base URL. */
export function isReadingPost(method: unknown, path: string): boolean {
	return method === 'POST' && READING_POST.test(path);
}

/** The same request with more in its query, in place of what had the same name. */
export function withQuery(request: ApiRequest, more: IDataObject): ApiRequest {
	const { query } = request;
	if (!(query instanceof URLSearchParams)) return { ...request, query: { ...query, ...more } };
	const changed = new URLSearchParams(query);
	for (const [name, value] of Object.entries(more)) changed.set(name, String(value));
	return { ...request, query: changed };
}

/**
 * A query as it stands in the address, with its question mark; empty for none. Lists and objects within it
 * are written as n8n's HTTP Request node writes them: `ids[0]=a`, `filter[status]=Active`.
 */
export function queryText(query: ApiRequest['query'] = {}): string {
	const pairs =
		query instanceof URLSearchParams ? query : new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairsOf(name, value)));
	const text = pairs.toString().replaceAll('+', '%20');
	return text === '' ? '' : `?${text}`;
}

function pairsOf(name: string, value: unknown): Array<[string, string]> {
	if (value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]];
	return Object.entries(value).flatMap(([key, part]) => pairsOf(`${name}[${key}]`, part));
}

/** Control characters, and halves of characters that cannot be encoded. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Surrogate}]/u;
const NO_VALUE = /^(undefined|null|NaN|\[object \w+\])$/;

/** Parts of an address, or several words. */
const NO_ID = /[/\\?#\s]/;

/** Whether a text is what an expression makes of a value that is not there, or is no text. */
export function isNoValue(text: string): boolean {
	return NO_VALUE.test(text);
}

const DOT_SEGMENT = /^\.{1,2}$/;
const DOT_SEGMENTS = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/**
 * One id as bare text, for a path or a body.
 *
 * Slashes are refused although they would be encoded: a proxy that decodes `%2F` would turn `c1/../../me`
 * into another endpoint.
 *
 * @param label the field's name in the editor
 * @throws {InputError} for an empty id, a dot segment or a control character
 */
export function idText(id: unknown, label: string): string {
	const text = Number.isSafeInteger(id) ? String(id) : typeof id === 'string' ? id.trim() : '';
	if (isBlank(text) || isNoValue(text)) {
		throw new InputError(
			`${label} is empty`,
			`Choose ${label} from the list, or enter its ID. If it comes from an expression, check that the previous node really outputs it for this item.`,
		);
	}
	if (CONTROL_CHARACTER.test(text) || DOT_SEGMENT.test(text) || NO_ID.test(text)) {
		throw new InputError(
			`${label} is not a valid ID`,
			'An ID has no spaces, slashes, question marks or line breaks. Enter the ID alone, without any part of an address.',
		);
	}
	return text;
}

/** One id as one encoded path segment. Throws InputError as `idText` does. */
export function pathSegment(id: unknown, label: string): string {
	return encodeURIComponent(idText(id, label));
}

/**
 * A path the user typed for API Request, made safe to append to the base URL.
 *
 * @returns the path with a leading slash, encoded
 * @throws {InputError} for an absolute address, a query, a fragment or a dot segment
 */
export function relativePath(path: string, baseUrl: string): string {
	const text = path.trim();
	if (text === '' || CONTROL_CHARACTER.test(text) || /^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(text)) {
		throw new InputError(
			"'Path' must be relative to the base URL",
			'Enter only what follows the base URL of the credential, for example /conversations/mine, without https:// and the host.',
		);
	}
	if (/[?#]/.test(text)) {
		throw new InputError("'Path' contains a query", "Put everything after the '?' into 'Query Parameters', one row each.");
	}
	if (DOT_SEGMENTS.test(text)) {
		throw new InputError(
			"'Path' contains '.' or '..'",
			"Enter the whole path, as it stands behind the base URL: nothing is taken back with '..'.",
		);
	}
	const { pathname } = new URL(baseUrl);
	return new URL(`${baseUrl}${text.startsWith('/') ? text : `/${text}`}`).pathname.slice(pathname.length);
}

/** White space, and what is there without being seen, such as a zero-width space: Unicode's characters that show nothing by default. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text shows nothing. */
export function isBlank(text: string): boolean {
	return BLANK.test(text);
}
