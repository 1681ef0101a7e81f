import { formOf } from './answers/listForm';
import { PageError, shapeOf } from './answers/shape';
import { pageIn } from './pageIn';
import { MOST_PER_PAGE, PageSize } from './pageSize';
import { readOn } from './paginate';
import type { ApiRequest } from './request';
import type { Send } from './send';

/** A listing whose answers the specification does not show. */
export interface UnshownListing {
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
	mostPages?: number;
}

/**
 * Reads a listing of a form that is not shown as a stream of rows: pages are read on in the forms that the
 * helpdesk is known to have, and a list without pages is taken as the whole.
 *
 * @throws {PageError} with the answer's form, where it has no list, or pages of another form and all are wanted
 */
export async function* readUnshown(send: Send, listing: UnshownListing): AsyncGenerator<unknown> {
	const { request, limit, plain, mostPages, pageSize = new PageSize() } = listing;
	const atPage = pageIn.query;
	const { answer, perPage } = plain
		? { answer: await send(request), perPage: undefined }
		: await pageSize.settle(Math.min(MOST_PER_PAGE, limit), async (size) => await send(atPage(request, 1, size)));
	const form = formOf(answer.body);
	if ('pages' in form) {
		yield* readOn(send, { request, atPage, limit, form: form.pages, first: { number: 1, answer }, perPage, mostPages });
		return;
	}
	if (limit === Infinity && !form.isWhole) {
		throw new PageError(`its pages have a form that is not known, ${shapeOf(answer.body)}. With Return All off, the records of this one answer are output`);
	}
	yield* form.rows.slice(0, limit);
}
