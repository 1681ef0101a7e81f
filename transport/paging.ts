import { IDataObject } from 'n8n-workflow';

import { Answer, ApiRequest, withQuery } from './request';
import { ApiError } from './apiError';

/** Sets page number (from 1) and page size in a request. Without a size, the server chooses it. */
export type AtPage = (request: ApiRequest, page: number, perPage?: number) => ApiRequest;

/** Where the page number is (contract, Limits). The contact list and bodies name the size `per_page`. */
export const pageIn = {
	query: (request, page, perPage) => withQuery(request, pageFields(page, perPage, 'per-page')),
	contactQuery: (request, page, perPage) => withQuery(request, pageFields(page, perPage)),
	body: (request, page, perPage) => ({
		...request,
		body: { ...(request.body as IDataObject), ...pageFields(page, perPage) },
	}),
	display: (request, page, perPage) => {
		const { display, ...body } = (request.body ?? {}) as IDataObject;
		return {
			...request,
			body: { ...body, display: { ...(display as IDataObject), ...pageFields(page, perPage) } },
		};
	},
} satisfies Record<string, AtPage>;

function pageFields(page: number, perPage?: number, sizeName = 'per_page'): IDataObject {
	return { page, ...(perPage !== undefined && { [sizeName]: perPage }) };
}

/** Maximum page size (contract, Limits; shown for `per-page` only). */
export const MAX_PER_PAGE = 100;

/** Asks for a page of at most `wanted` records; without a size if the helpdesk refuses it. */
export function askForPage(
	wanted: number,
	ask: (perPage?: number) => Promise<Answer>,
): Promise<{ answer: Answer; perPage?: number }> {
	const perPage = Math.min(MAX_PER_PAGE, wanted);
	const withoutSize = async (error: unknown) => {
		if (!isAboutSize(error)) throw error;
		return { answer: await ask() };
	};
	return ask(perPage).then((answer) => ({ answer, perPage }), withoutSize);
}

function isAboutSize(error: unknown) {
	if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return false;
	const { fields = [], message = '' } = error.texts;
	return fields.some((field) => /^(display\.)?per[-_]page:/i.test(field)) || /per[-_ ]page|page size/i.test(message);
}
