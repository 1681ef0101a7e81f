import type { IDataObject } from 'n8n-workflow';

import { isObject } from './answers/shape';
import { withQuery } from './query';
import type { ApiRequest } from './request';

/** Puts a page number (from 1) and a page size where an endpoint takes them; without a size the server chooses it. */
export type AtPage = (request: ApiRequest, page: number, perPage?: number) => ApiRequest;

/**
 * Where a listing takes its page (contract, Limits: `page` and `per-page` in the query; the contact list
 * has a name of its own, and the filter body has `display`).
 */
export const pageIn = {
	query: queryWith('per-page'),
	contactQuery: queryWith('per_page'),
	body: bodyWith('per_page'),
	display: displayWith('per_page'),
} satisfies Record<string, AtPage>;

/** In the query, with the page size under this name. */
export function queryWith(sizeName: string): AtPage {
	return (request, page, perPage) => withQuery(request, pageFields(sizeName, page, perPage));
}

/** At the top of the body, with the page size under this name. */
export function bodyWith(sizeName: string): AtPage {
	return (request, page, perPage) => ({ ...request, body: { ...objectOf(request.body), ...pageFields(sizeName, page, perPage) } });
}

/** In `display` of the body, with the page size under this name. */
export function displayWith(sizeName: string): AtPage {
	return (request, page, perPage) => {
		const body = objectOf(request.body);
		return { ...request, body: { ...body, display: { ...objectOf(body.display), ...pageFields(sizeName, page, perPage) } } };
	};
}

function pageFields(sizeName: string, page: number, perPage?: number): IDataObject {
	return { page, ...(perPage !== undefined && { [sizeName]: perPage }) };
}

function objectOf(part: unknown): IDataObject {
	return isObject(part) ? part : {};
}
