import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	fileNameIn,
	isObject,
	isReading,
	messageOf,
	partsOf,
	readAll,
	readAnyList,
	recordIn,
	recordOr,
	unwrap,
	type AtPage,
	type Envelope,
} from '../../../transport';
import type { Input } from '../../shared/field';
import type { Output } from '../operation';

/** Keeps the fields that people use; applied unless the user switches Simplify off. */
export type Simplifier = (record: IDataObject) => IDataObject;

/** One record. Throws {PageError} where one was to be read and the answer has none. */
export function record(simplifier?: Simplifier): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return [item(isReading(request) ? recordIn(body) : unwrap(body), input, simplifier)];
	};
}

/** For answers that are only a message: the id that was acted on goes along, so that the next node can go on. */
export function messageOutput(idField: string): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return [{ json: { id: input[idField] as string, message: messageOf(body) } }];
	};
}

/** As `messageOutput`, for a list of ids that were acted on together: one item each. */
export function messageOutputEach(idsField: string): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return (input[idsField] as string[]).map((id) => ({ json: { id, message: messageOf(body) } }));
	};
}

/** For answers of a form that is not shown: the record where there is one, else the id and the message. */
export function recordOrMessage(idField: string): Output {
	return async ({ send, request, input }) => {
		const { body } = await send(request);
		return [{ json: recordOr(input[idField] as string, body) }];
	};
}

/** Whatever comes: a list as one item each, anything else as it is, unwrapped where it is nothing but `data`. */
export const anything: Output = async ({ send, request, input }) => {
	const { body } = await send(request);
	return partsOf(body).map((each) => item(each, input));
};

/** A paged listing; reads `returnAll`, `limit` and `simplify`. */
export function list(envelope: Envelope, atPage: AtPage, simplifier?: Simplifier, pages: { perPage?: number; from?: number } = {}): Output {
	return async ({ send, request, input, pageSize }) => {
		const limit = limitOf(input);
		return await itemsOf(readAll(send, { request, envelope, atPage, limit, pageSize, ...pages }), input, simplifier);
	};
}

/**
 * A listing of whatever form its answers have: where the contract does not show it. Reads `returnAll`, `limit` and
 * `simplify`; without the first two all records are output. Throws {PageError} with the answer's form, where it
 * cannot be read.
 */
export function anyList(simplifier?: Simplifier): Output {
	return async ({ send, request, input, pageSize, endpoint }) => {
		const plain = endpoint !== undefined && !endpoint.paged;
		return await itemsOf(readAnyList(send, { request, limit: limitOf(input), plain, pageSize }), input, simplifier);
	};
}

/** How many records are wanted; without Return All and Limit all of them. */
function limitOf({ returnAll, limit }: Input): number {
	return returnAll || limit === undefined ? Infinity : (limit as number);
}

async function itemsOf(records: AsyncIterable<unknown>, input: Input, simplifier?: Simplifier): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for await (const each of records) items.push(item(each, input, simplifier));
	return items;
}

/** The answer as a file (contract, Wire format: attachment downloads are a binary stream). */
export const binary: Output = async ({ send, request, toBinary }) => {
	const { headers, body } = await send(request);
	const mimeType = headers['content-type']?.split(';')[0];
	return [{ json: {}, binary: await toBinary(Buffer.from(body as Buffer), fileNameIn(headers), mimeType) }];
};

/** n8n's items hold an object: anything else stands under `data`. */
function item(record: unknown, input: Input, simplifier?: Simplifier): INodeExecutionData {
	const json = isObject(record) ? record : { data: (record ?? null) as IDataObject };
	return { json: simplifier && input.simplify !== false ? simplifier(json) : json };
}
