import { ApiError } from './apiError';
import type { Answer } from './request';

/** Contract, Limits: the maximum of per-page, shown for that name only. */
export const MAX_PER_PAGE = 100;

/** No helpdesk refuses so few, or fewer: the smallest default that is shown (contract, GET /contacts). */
const NEVER_TOO_MANY = 15;

/** The largest page that a listing gives, as far as its refusals have shown. */
export class PageSize {
	constructor(private most = MAX_PER_PAGE) {}

	/**
	 * Asks for a first page, and for half as many records at a time while the helpdesk refuses the size.
	 *
	 * @param wanted the largest page that is of use
	 * @returns the answer and the size that it was asked with
	 * @throws {ApiError} the first refusal, in its own words, where smaller pages do not help; else as `ask` does
	 */
	async settle(wanted: number, ask: (perPage: number) => Promise<Answer>): Promise<{ answer: Answer; perPage: number }> {
		let first: unknown;
		for (let perPage = Math.min(this.most, wanted); ; perPage = Math.min(this.most, Math.floor(perPage / 2))) {
			const { answer, error } = await ask(perPage).then(
				(answer) => ({ answer, error: undefined }),
				(error: unknown) => ({ answer: undefined, error }),
			);
			if (answer) {
				if (first !== undefined) this.most = Math.min(this.most, perPage);
				return { answer, perPage };
			}
			const about = subjectOf(error);
			if (about === 'other') throw error;
			first ??= error;
			if (perPage <= (about === 'size' ? 1 : NEVER_TOO_MANY)) throw first;
		}
	}
}

/** What a failed request says of the page size (contract, Errors: 422 names its fields, 400 has a message alone). */
function subjectOf(error: unknown): 'size' | 'unsaid' | 'other' {
	if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return 'other';
	const { fields = [], message = '' } = error.texts;
	if (fields.some((field) => /^[^:]*(per.?page|page.?size|limit)|^display:/i.test(field)) || /per.?page|page.?size/i.test(message)) return 'size';
	return fields.length > 0 || error.status === 400 ? 'other' : 'unsaid';
}
