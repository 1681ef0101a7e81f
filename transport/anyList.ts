import { formOf } from './answers/listForm';
import { Seen } from './answers/seen';
import { PageError, shapeOf } from './answers/shape';
import { fillsItsPage, mayHaveMore, saysThatIsAll } from './answers/signsOfMore';
import { ApiError } from './apiError';
import { pageIn } from './pageIn';
import { MAX_PER_PAGE, PageSize } from './pageSize';
import { MAX_PAGES, readOn } from './paginate';
import type { Answer, ApiRequest } from './request';
import type { Send } from './send';

/** No page is smaller, where the answer does not name a size of its own. */
const MIN_PAGE = 8;

/** Once pages follow one another, so many in a row that bring nothing new are the end: one alone may be the last one again. */
const BARREN_PAGES = 2;

/** Pages of other services have so many rows, or multiples of 50; the default and the maximum of this one are 20 and 100 (contract, Limits). */
const USUAL_PAGES = [10, 15, 20, 25, 30];

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
	const form = formOf(answer, request.path);
	if ('pages' in form) {
		yield* readOn(send, { request, atPage, limit, form: form.pages, first: { number: 1, answer }, perPage, maxPages });
		return;
	}
	if (limit > form.rows.length && !form.isWhole && !takesPart) {
		const hint = `. With a 'Limit' of ${form.rows.length} or less, the records of this one answer are output`;
		throw new PageError(`its pages have a form that is not known, ${shapeOf(answer.body)}${form.rows.length > 0 ? hint : ''}`);
	}
	yield* form.rows.slice(0, limit);
	if (form.rows.length < limit && mayGoOn(answer, form.rows.length, perPage))
		yield* readFurther(send, listing, { rows: form.rows, isFull: fillsItsPage(answer, form.rows.length) }, perPage);
}

/** Whether a list that does not say that it is all is as long as a page may be, or a record beside it counts more. */
function mayGoOn(answer: Answer, length: number, perPage = MIN_PAGE): boolean {
	if (length === 0 || saysThatIsAll(answer, length)) return false;
	return length >= Math.min(perPage, MIN_PAGE) || fillsItsPage(answer, length) || mayHaveMore([answer], length);
}

/**
 * Asks for the pages behind a list that looks like one, until one brings nothing new: a list that was cut off
 * without a word would lose records in silence. An endpoint without pages gives the same again, or refuses.
 *
 * @throws {PageError} where the pages do not end, change their form, or cannot be had
 */
async function* readFurther(
	send: Send,
	{ request, limit, maxPages = Infinity }: AnyListing,
	{ rows: first, isFull }: { rows: unknown[]; isFull: boolean },
	perPage?: number,
): AsyncGenerator<unknown> {
	const seen = new Seen();
	seen.newOf(first, false);
	for (let number = 2, handedOut = first.length, barren = 0; number <= maxPages; number += 1) {
		const answer = await send(pageIn.query(request, number, perPage)).catch(nothingWhereRefused);
		if (!answer) return;
		const form = formOf(answer);
		if ('pages' in form) throw new PageError(`page ${number} has another form than the first, ${shapeOf(answer.body)}`);
		const rows = seen.newOf(form.rows, false);
		barren = rows.length > 0 ? 0 : barren + 1;
		if (number === 2 && barren > 0 && isFull && form.rows.length > 0)
			throw new PageError(`it has as many records as a page has (${first.length}), and the next page has the same ones`);
		if (number === 2 ? barren > 0 : barren === BARREN_PAGES) return;
		if (number > MAX_PAGES) throw new PageError(`its pages do not end: ${handedOut} records came on ${number} pages`);
		for (const row of rows) {
			yield row;
			handedOut += 1;
			if (handedOut >= limit) return;
		}
	}
}

/**
 * Whether so many rows may be the first page of an endpoint that does not say so and gives the same again, or refuses, when
 * it is asked for the next one: for readers who would rather not know than be wrong.
 */
export function mayBeOnePage(answers: Answer[], count: number): boolean {
	const isUsual = USUAL_PAGES.includes(count) || count % 50 === 0;
	const rowsIn = (answer: Answer) => {
		const form = formOf(answer);
		return 'rows' in form ? form.rows.length : undefined;
	};
	const mayBe = isUsual || fillsItsPage(answers[0]!, count);
	return mayBe && rowsIn(answers[0]!) === count && rowsIn(answers.at(-1)!) !== 0 && !saysThatIsAll(answers[0]!, count);
}

/** The endpoint has no such page. */
function nothingWhereRefused(error: unknown): undefined {
	const { status = 0 } = error instanceof ApiError ? error : {};
	if ([400, 404, 422].includes(status)) return undefined;
	throw error;
}
