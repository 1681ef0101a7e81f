import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readAll, type ApiRequest, type Envelope } from '../../../transport';
import type { Call, Input, Output } from '../operation';

/** Keeps the fields that people use; applied unless the user switches Simplify off. */
export type Simplifier = (record: IDataObject) => IDataObject;

/** Where a listing takes its page: in the query under these names, or in the filter body's `display`. */
export type PagePlace = { query: { page: string; perPage: string } } | 'display';

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
		const message = status < 300 ? (unwrap(body) as IDataObject).message : 'Done by the first of several tries';
		return [{ json: { id: input[idField] as string, message: message ?? 'Done' } }];
	};
}

/** Records that come in one answer, as a list or under `data`. */
export function records(simplifier?: Simplifier): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		const list = unwrap(body);
		return (Array.isArray(list) ? list : [list]).map((each) => item(each, input, simplifier));
	};
}

/** A paged listing; reads `returnAll`, `limit` and `simplify`. */
export function list(envelope: Envelope, place: PagePlace, simplifier?: Simplifier): Output {
	return async ({ send, request, input }: Call) => {
		const limit = input.returnAll ? Infinity : (input.limit as number);
		const items: INodeExecutionData[] = [];
		for await (const each of readAll(send, { request, envelope, atPage: pageSetter(place), limit })) {
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

function pageSetter(place: PagePlace) {
	return (request: ApiRequest, page: number, perPage: number): ApiRequest => {
		if (place === 'display') {
			const display = { ...(request.body?.display as IDataObject), page, per_page: perPage };
			return { ...request, body: { ...request.body, display } };
		}
		return { ...request, query: { ...request.query, [place.query.page]: page, [place.query.perPage]: perPage } };
	};
}

function item(body: unknown, input: Input, simplifier?: Simplifier): INodeExecutionData {
	const unwrapped = unwrap(body);
	const json = (typeof unwrapped === 'object' && unwrapped !== null ? unwrapped : { data: unwrapped }) as IDataObject;
	return { json: simplifier && input.simplify !== false ? simplifier(json) : json };
}

function unwrap(body: unknown): unknown {
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	const data = isObject ? (body as IDataObject).data : undefined;
	return typeof data === 'object' && data !== null ? data : (body ?? {});
}
