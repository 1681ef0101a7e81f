import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { type Endpoint, endpoints } from '../contract/endpoints';
import { InputError } from './errors';

/** A slot that a read takes for the write that follows it. `release` is set while the slot is held. */
export interface Hold {
	release?: () => void;
}

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** The path below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject | URLSearchParams;
	/** Sent as JSON. A list or an empty object is possible. */
	body?: IDataObject | unknown[];
	/** Sent in place of `body`. `fields`: those of a form, or a file's name, type and size. */
	encoded?: { bytes: Buffer; type: string; fields: IDataObject };
	/** A POST that changes nothing (getMany, search), so that it may be retried. */
	readOnly?: boolean;
	/** Deadline: the read behind this write is stale after this time, in ms since the epoch. Such requests go first. */
	sentBy?: number;
	/** Slot that a read takes for its write. The write with a deadline uses it. */
	hold?: Hold;
	/** The answer is a binary stream (contract, Wire format). */
	download?: boolean;
	/** The address of a file, or of a redirect. Default: the path below the base URL. */
	redirectedTo?: string;
}

export interface Answer {
	status: number;
	/** Headers by name in lower case. */
	headers: Record<string, string | undefined>;
	/** Parsed JSON, other text, or the Buffer of a download. */
	body: unknown;
	/** The address of a file, or of a redirect. */
	redirectedTo?: string;
}

/** See FAILURE_KINDS. */
export type FailureKind =
	'unavailable' | 'notReached' | 'notSecured' | 'notTrusted' | 'broken' | 'timedOut' | 'unreadable';

export type AttemptResult =
	| { kind: 'answer'; answer: Answer }
	/** `code`: Node's error code, or empty. */
	| { kind: 'noAnswer'; failure: FailureKind; code: string };

/** Makes one attempt. Throws {InputError} only if n8n refuses to send the request. */
export type HttpClient = (request: ApiRequest) => Promise<AttemptResult>;

const readingPosts = Object.values<Endpoint>(endpoints).filter(({ method, readOnly }) => method === 'POST' && readOnly);

const READING_POST = new RegExp(`^(${readingPosts.map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})/?$`);

/** Returns whether a request is a POST that only reads: the filter of an inbox, or the search. */
export function isReadingPost(method: unknown, path: string): boolean {
	return method === 'POST' && READING_POST.test(path);
}

export function withQuery(request: ApiRequest, more: IDataObject): ApiRequest {
	const { query } = request;
	if (!(query instanceof URLSearchParams)) return { ...request, query: { ...query, ...more } };
	const changed = new URLSearchParams(query);
	for (const [name, value] of Object.entries(more)) changed.set(name, String(value));
	return { ...request, query: changed };
}

/**
 * Returns a query with its question mark, or an empty text. Lists and objects become `ids[0]=a` and
 * `filter[status]=Active`.
 */
export function queryText(query: ApiRequest['query'] = {}): string {
	const pairs =
		query instanceof URLSearchParams
			? query
			: new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairsOf(name, value)));
	const text = pairs.toString().replaceAll('+', '%20');
	return text === '' ? '' : `?${text}`;
}

function pairsOf(name: string, value: unknown): Array<[string, string]> {
	if (value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]];
	return Object.entries(value).flatMap(([key, part]) => pairsOf(`${name}[${key}]`, part));
}

/** Control characters and lone surrogates, which cannot be encoded. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Surrogate}]/u;
const NO_VALUE = /^(undefined|null|NaN|\[object \w+\])$/;

const NO_ID = /[/\\?#,;\s"'`()[\]{}<>]/;

/** Returns whether an expression made this text from a missing value or an object. */
export function isNoValue(text: string): boolean {
	return NO_VALUE.test(text);
}

export const ID_RULE =
	'An ID has no spaces, slashes, quotes, brackets, question marks or line breaks. Enter the ID alone, without any ' +
	'part of an address.';

/** Returns whether a text can be an ID in a path. */
export function isIdText(text: string): boolean {
	return !isBlank(text) && !isNoValue(text) && ![CONTROL_CHARACTER, DOT_SEGMENT, NO_ID].some((no) => no.test(text));
}

const DOT_SEGMENT = /^\.{1,2}$/;
const DOT_SEGMENTS = /(^|\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|$)/i;

/**
 * Returns an ID as a part of a path, or throws {InputError}. Slashes are refused although they would be encoded: a
 * proxy that decodes `%2F` would turn `c1/../../me` into another endpoint.
 *
 * @param label the field's name in the editor
 */
export function pathSegment(id: unknown, label: string): string {
	const text = Number.isSafeInteger(id) ? String(id) : typeof id === 'string' ? id.trim() : '';
	if (isIdText(text)) return encodeURIComponent(text);
	throw new InputError(`${label} is not a valid ID`, ID_RULE);
}

/** Returns the path of an API Request with a leading slash, encoded, or throws {InputError}. */
export function relativePath(path: string, baseUrl: string): string {
	const text = path.trim();
	if (text === '' || CONTROL_CHARACTER.test(text) || /^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(text)) {
		throw new InputError(
			"'Path' must be relative to the base URL",
			'Enter only what follows the base URL of the credential, for example /conversations/mine, without ' +
				'https:// and the host.',
		);
	}
	if (/[?#]/.test(text)) {
		throw new InputError(
			"'Path' contains a query",
			"Put everything after the '?' into 'Query Parameters', one row each.",
		);
	}
	if (DOT_SEGMENTS.test(text)) {
		throw new InputError(
			"'Path' contains '.' or '..'",
			"Enter the whole path that follows the base URL, without '..'.",
		);
	}
	const { pathname } = new URL(baseUrl);
	return new URL(`${baseUrl}${text.startsWith('/') ? text : `/${text}`}`).pathname.slice(pathname.length);
}

/** White space and invisible characters such as a zero-width space. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

export const isBlank = (text: string): boolean => BLANK.test(text);
