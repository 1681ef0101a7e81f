import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readAll, type Envelope, type Listing } from '../../../transport';
import type { Call, Input, Output } from '../operation';

/** Keeps the fields that people use; applied unless the user switches Simplify off. */
export type Simplifier = (record: IDataObject) => IDataObject;

/** One record; unwrapped from `data` only when it is there, since not every answer's form is shown. */
export function record(simplifier?: Simplifier): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return [item(body, input, simplifier)];
	};
}

/** For answers that are only a message: the id that was acted on goes along, so that the next node can go on. */
export function done(idField: string): Output {
	return async ({ send, request, input }) => {
		const { status, body } = await send(request);
		// A 404 or 409 that counts as done answers the repeat of a request that had worked.
		const message = status < 300 ? messageOf(body) : 'Done by the first of several tries';
		return [{ json: { id: input[idField] as string, message } }];
	};
}

/** As `done`, for a list of ids that were acted on together: one item each. */
export function doneEach(idsField: string): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return (input[idsField] as string[]).map((id) => ({ json: { id, message: messageOf(body) } }));
	};
}

/** For answers of a form that is not shown: the record where there is one, else the id and the message. */
export function recordOrDone(idField: string): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return [{ json: recordOr(input[idField] as string, body) }];
	};
}

export function recordOr(id: string, body: unknown): IDataObject {
	const record = unwrap(body) as IDataObject;
	return record.id === undefined ? { ...record, id, message: messageOf(body) } : record;
}

/** Records that come in one answer, as a list or under `data`. */
export function records(simplifier?: Simplifier): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		const list = unwrap(body);
		return (Array.isArray(list) ? list : [list]).map((each) => item(each, input, simplifier));
	};
}

/**
 * Where a listing takes its page (specification, Limits: `page` and `per-page` in the query; the contact list
 * has a name of its own, and the filter body has `display`).
 */
export const pageIn = {
	query: (request, page, perPage) => ({ ...request, query: { ...request.query, page, 'per-page': perPage } }),
	contactQuery: (request, page, perPage) => ({ ...request, query: { ...request.query, page, per_page: perPage } }),
	body: (request, page, perPage) => ({ ...request, body: { ...request.body, page, per_page: perPage } }),
	display: (request, page, perPage) => {
		const display = { ...(request.body?.display as IDataObject), page, per_page: perPage };
		return { ...request, body: { ...request.body, display } };
	},
} satisfies Record<string, Listing['atPage']>;

/** A paged listing; reads `returnAll`, `limit` and `simplify`. */
export function list(envelope: Envelope, atPage: Listing['atPage'], simplifier?: Simplifier): Output {
	return async ({ send, request, input }: Call) => {
		const limit = input.returnAll ? Infinity : (input.limit as number);
		const items: INodeExecutionData[] = [];
		for await (const each of readAll(send, { request, envelope, atPage, limit })) {
			items.push(item(each, input, simplifier));
		}
		return items;
	};
}

/** The answer as a file (specification, Wire format: attachment downloads are a binary stream). */
export const binary: Output = async ({ send, request, toBinary }) => {
	const { headers, body } = await send(request);
	const fileName = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1];
	const mimeType = headers['content-type']?.split(';')[0];
	return [{ json: {}, binary: await toBinary(Buffer.from(body as Buffer), fileName, mimeType) }];
};

function item(body: unknown, input: Input, simplifier?: Simplifier): INodeExecutionData {
	const unwrapped = unwrap(body);
	const json = (typeof unwrapped === 'object' && unwrapped !== null ? unwrapped : { data: unwrapped }) as IDataObject;
	return { json: simplifier && input.simplify !== false ? simplifier(json) : json };
}

/** What the API says of a success; it need not say anything. */
export function messageOf(body: unknown): string {
	const said = [body, unwrap(body)].map((part) => (part as IDataObject | undefined)?.message);
	return (said.find((message) => typeof message === 'string') as string | undefined) ?? 'Done';
}

/** What stands under `data`, or the answer itself; an empty answer is an empty record. */
export function unwrap(body: unknown): unknown {
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	const data = isObject ? (body as IDataObject).data : undefined;
	return typeof data === 'object' && data !== null ? data : (body ?? {});
}
