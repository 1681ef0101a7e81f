import { ApiError } from './apiError';
import type { Answer } from './request';

/** Contract, Limits: the maximum of per-page, shown for that name only. */
export const MAX_PER_PAGE = 100;

/** Contract, Limits: the default of per-page, which on the way down is tried too. */
const DEFAULT_PER_PAGE = 20;

/** No helpdesk refuses so few, or fewer: the smallest default that is shown (contract, GET /contacts). */
const NEVER_TOO_MANY = 15;

/** What to say where a listing can be asked for neither with a page size nor without. */
const NO_SIZE = {
	why: 'the helpdesk refuses every number of records for a page, and the list without one',
	todo: `The node asked for ${MAX_PER_PAGE} records a page or fewer, down to 1, and then without a number. Nothing that you entered is wrong: read the list with API Request, with 'Page Mode' set to None and the query that your helpdesk takes.`,
};

/** The largest page that a listing gives, as far as its refusals have shown. */
export class PageSize {
	/** The listing takes no size at all. */
	private isRefused = false;

	constructor(private most = MAX_PER_PAGE) {}

	/**
	 * Asks for a first page, and for fewer records at a time while the helpdesk refuses the size; where it refuses
	 * a single one too, without a size.
	 *
	 * @param wanted the largest page that is of use
	 * @returns the answer and the size that it was asked with, undefined for the server's own
	 * @throws {ApiError} the first refusal, in its own words, where smaller pages do not help; else as `ask` does
	 */
	async settle(wanted: number, ask: (perPage?: number) => Promise<Answer>): Promise<{ answer: Answer; perPage?: number }> {
		let first: unknown;
		if (this.isRefused) return { answer: await ask() };
		for (let perPage = Math.min(this.most, wanted); ;) {
			const { answer, error } = await ask(perPage).then(
				(answer) => ({ answer, error: undefined }),
				(error: unknown) => ({ answer: undefined, error }),
			);
			if (answer) {
				if (first !== undefined) this.most = Math.min(this.most, perPage);
				return { answer, perPage };
			}
			if (subjectOf(error) === 'other') throw error;
			first ??= error;
			const fewer = fewerAfter(error, perPage);
			if (fewer === undefined && subjectOf(error) === 'size') return { answer: await this.askWithout(ask, first as ApiError) };
			if (fewer === undefined) throw first;
			perPage = Math.min(this.most, fewer);
		}
	}

	private async askWithout(ask: () => Promise<Answer>, first: ApiError): Promise<Answer> {
		const answer = await ask().catch((error: unknown) => {
			if (subjectOf(error) === 'other') throw error;
			first.reason = NO_SIZE;
			throw first;
		});
		this.isRefused = true;
		return answer;
	}
}

/**
 * The size to ask for after a failed request for a page of `perPage`: half of it, and on the way the documented
 * default. undefined where the size was not the matter, or cannot have been.
 */
export function fewerAfter(error: unknown, perPage: number): number | undefined {
	const about = subjectOf(error);
	if (about === 'other' || perPage <= (about === 'size' ? 1 : NEVER_TOO_MANY)) return undefined;
	const half = Math.floor(perPage / 2);
	return perPage > DEFAULT_PER_PAGE ? Math.max(half, DEFAULT_PER_PAGE) : half;
}

/** What a failed request says of the page size (contract, Errors: 422 names its fields, 400 has a message alone). */
function subjectOf(error: unknown): 'size' | 'unsaid' | 'other' {
	if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return 'other';
	const { fields = [], message = '' } = error.texts;
	if (fields.some((field) => /^[^:]*(per.?page|page.?size|limit)|^display:/i.test(field)) || /per.?page|page.?size/i.test(message)) return 'size';
	return fields.length > 0 || error.status === 400 ? 'other' : 'unsaid';
}
