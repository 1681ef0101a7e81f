import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from './request';

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
