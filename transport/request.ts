import { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { Endpoint, endpoints } from '../contract/endpoints';

/** A slot that a read takes for the write that follows it. `release` is set while the slot is held. */
export interface Hold {
	release?: () => void;
}

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** The path below the base URL, with a leading slash and encoded segments. */
	path: string;
	query?: IDataObject | URLSearchParams;
	body?: IDataObject | unknown[];
	/** A POST that changes nothing (getMany, search), so that it may be retried. */
	readOnly?: boolean;
	/** Deadline of a write (ms since the epoch): the read before it is stale then. Such writes go first. */
	sendBefore?: number;
	hold?: Hold;
	download?: boolean;
	redirectedTo?: string;
}

export interface Answer {
	status: number;
	headers: Record<string, string | undefined>;
	/** Parsed JSON, other text, or the Buffer of a download. */
	body: unknown;
	/** The address of a file, or of a redirect. */
	redirectedTo?: string;
}

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

export function isReadingPost(method: unknown, path: string) {
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
export function queryText(query: ApiRequest['query'] = {}) {
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
