import { formOf } from './answers/listForm';
import { Seen } from './answers/seen';
import { PageError, shapeOf } from './answers/shape';
import { ApiError } from './apiError';
import { pageIn } from './pageIn';
import { MAX_PER_PAGE, PageSize } from './pageSize';
import { readOn } from './paginate';
import type { ApiRequest } from './request';
import type { Send } from './send';

/** Page sizes are multiples of it, from twice as many on: 10, 15, 20, 25, 50, 100. */
const LIKELY_PAGE = 5;

/** So many pages of a list that counts nothing are none. */
const MAX_UNCOUNTED_PAGES = 10_000;

/** A listing whose answers the specification does not show. */
export interface AnyListing {
	request: ApiRequest;
	/** Stop after so many records; Infinity for all. */
	limit: number;
	/**
	 * The endpoint is shown without parameters for pages: it is asked without them, and for the pages that
	 * follow by their number alone.
	 */
	plain?: boolean;
	pageSize?: PageSize;
	/** No more pages than these are read, for a list that a person chooses from; by default all are. */
	maxPages?: number;
	/** An answer that speaks of more, in a way that cannot be read, gives what it holds instead of an error: the caller tells so. */
	takesPart?: boolean;
}

/**
 * Reads a listing of a form that is not shown as a stream of rows: pages are read on in the forms that the
 * helpdesk is known to have, and a list without pages is taken as the whole.
 *
 * @throws {PageError} with the answer's form, where it has no list, or pages of another form and all are wanted
 */
export async function* readAnyList(send: Send, listing: AnyListing): AsyncGenerator<unknown> {
	const { request, limit, plain, maxPages, takesPart, pageSize = new PageSize() } = listing;
	const atPage = pageIn.query;
	const { answer, perPage } = plain
		? { answer: await send(request), perPage: undefined }
		: await pageSize.settle(Math.min(MAX_PER_PAGE, limit), async (size) => await send(atPage(request, 1, size)));
	const form = formOf(answer);
	if ('pages' in form) {
		yield* readOn(send, { request, atPage, limit, form: form.pages, first: { number: 1, answer }, perPage, maxPages });
		return;
	}
	if (limit > form.rows.length && !form.isWhole && !takesPart) {
		throw new PageError(
			`its pages have a form that is not known, ${shapeOf(answer.body)}. With a 'Limit' of ${form.rows.length} or less, the records of this one answer are output`,
		);
	}
	yield* form.rows.slice(0, limit);
	if (form.rows.length < limit && mayGoOn(form.rows.length, perPage)) yield* readFurther(send, listing, form.rows, perPage);
}

/** Whether a list that says nothing of pages is as long as a page may be. */
function mayGoOn(length: number, perPage?: number): boolean {
	return length > 0 && (length >= (perPage ?? Infinity) || (length > LIKELY_PAGE && length % LIKELY_PAGE === 0));
}

/**
 * Asks for the pages behind a list that looks like one, until one brings nothing new: a list that was cut off
 * without a word would lose records in silence. An endpoint without pages gives the same again, or refuses.
 *
 * @throws {PageError} where the pages do not end
 */
async function* readFurther(
	send: Send,
	{ request, limit, maxPages = Infinity }: AnyListing,
	first: unknown[],
	perPage?: number,
): AsyncGenerator<unknown> {
	const seen = new Seen();
	first.forEach((row) => seen.adds(row));
	for (let number = 2, handedOut = first.length; number <= maxPages; number += 1) {
		const answer = await send(pageIn.query(request, number, perPage)).catch(nothingWhereRefused);
		const form = answer && formOf(answer);
		const rows = (form && 'rows' in form ? form.rows : []).filter((row) => seen.adds(row));
		if (rows.length === 0) return;
		if (number > MAX_UNCOUNTED_PAGES) throw new PageError(`its pages do not end: ${handedOut} records came on ${number} pages`);
		for (const row of rows) {
			yield row;
			handedOut += 1;
			if (handedOut >= limit) return;
		}
	}
}

/** The endpoint has no such page. */
function nothingWhereRefused(error: unknown): undefined {
	const { status = 0 } = error instanceof ApiError ? error : {};
	if ([400, 404, 422].includes(status)) return undefined;
	throw error;
}
