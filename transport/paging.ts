import type { IDataObject } from 'n8n-workflow';

import { isObject } from './answers/shape';
import { type Answer, type ApiRequest, withQuery } from './request';
import { ApiError } from './apiError';

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

/** Contract, Limits: the maximum of per-page, shown for that name only. */
export const MAX_PER_PAGE = 100;

/** The page size that a listing is asked for. */
export class PageSize {
	private isRefused = false;

	constructor(private readonly most = MAX_PER_PAGE) {}

	/**
	 * Asks for a first page. If the helpdesk refuses the size, it is asked without one, also for later listings.
	 *
	 * @param wanted the largest page that is of use
	 * @returns the answer and the size that it was asked with, undefined for the server's own
	 * @throws {ApiError} as `ask` does
	 */
	async settle(wanted: number, ask: (perPage?: number) => Promise<Answer>): Promise<{ answer: Answer; perPage?: number }> {
		const perPage = Math.min(this.most, wanted);
		const answer = this.isRefused ? undefined : await ask(perPage).catch(nothingIfAboutSize);
		if (answer) return { answer, perPage };
		this.isRefused = true;
		return { answer: await ask() };
	}
}

function nothingIfAboutSize(error: unknown): undefined {
	if (!isAboutSize(error)) throw error;
}

/** The size to ask for after a failed request for a page of `perPage`; undefined if the size was not the reason. */
export function fewerAfter(error: unknown, perPage: number): number | undefined {
	return perPage > 1 && isAboutSize(error) ? Math.floor(perPage / 2) : undefined;
}

/** Contract, Errors: 422 names its fields, 400 has a message alone. */
function isAboutSize(error: unknown): boolean {
	if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return false;
	const { fields = [], message = '' } = error.texts;
	return fields.some((field) => /^(display\.)?per[-_]page:/i.test(field)) || /per[-_ ]page|page size/i.test(message);
}
