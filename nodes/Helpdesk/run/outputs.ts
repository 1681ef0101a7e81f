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
import type { Simple } from '../../shared/simplify';
import { inWantedForm } from '../fields/output';
import type { Call, Form, Output } from '../operation';

/** An output of this form. */
export function outputOf(form: Form, run: (call: Call) => Promise<INodeExecutionData[]>): Output {
	return Object.assign(run, { form });
}

/** One record. Throws {PageError} where one was to be read and the answer has none. */
export function record(simple?: Simple): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input }) => {
		const { body } = await send(request);
		return [itemOf(isReading(request) ? recordIn(body) : unwrap(body), input, simple)];
	});
}

/** For answers that are only a message: the id that was acted on goes along, and of a message its conversation's, so that the next node can go on. */
export function messageOutput(idField: string): Output {
	const ofMessage = idField === 'messageId';
	const fields: Form['fields'] = { id: 'string', ...(ofMessage ? { conversation_id: 'string' } : {}), message: 'string' };
	return outputOf({ fields }, async ({ send, request, input }) => {
		const { body } = await send(request);
		const beside = ofMessage ? { conversation_id: input.conversationId as string } : {};
		return idsIn(input, idField).map((id) => ({ json: { id, ...beside, message: messageOf(body) } }));
	});
}

/** For what deletes: n8n's nodes say so in this way, whatever the API answers. */
export function deletedOutput(idField: string): Output {
	return outputOf({ fields: { id: 'string', deleted: 'boolean' } }, async ({ send, request, input }) => {
		await send(request);
		return idsIn(input, idField).map((id) => ({ json: { id, deleted: true } }));
	});
}

/** What was acted on: one item each where several were. */
const idsIn = (input: Input, idField: string): string[] => [input[idField] as string | string[]].flat();

/** For answers of a form that is not shown: the record where there is one, else the id and the message. */
export function recordOrMessage(idField: string): Output {
	return outputOf({ record: true }, async ({ send, request, input }) => {
		const { body } = await send(request);
		return [savedItem({ id: input[idField] as string, body }, input)];
	});
}

/** What became of a record that was saved: the record where the answer has it, else the id and the message. */
export function savedItem({ id, body }: { id: string; body: unknown }, input: Input, simple?: Simple): INodeExecutionData {
	const found = recordOr(id, body);
	return itemOf(found, input, 'message' in found ? undefined : simple);
}

/** Whatever comes: a list as one item each, anything else as it is, unwrapped where it is nothing but `data`. */
export const anything = outputOf({}, async ({ send, request, input }) => {
	const { body } = await send(request);
	const parts = partsOf(body);
	// What was written does not end without an item.
	const nothing = parts.length === 0 && !isReading(request);
	return (nothing ? [[]] : parts).map((each) => itemOf(each, input));
});

interface ListOptions {
	/** As `Listing` has them. */
	perPage?: number;
	from?: number;
	/** Which records are wanted; without it all of them. */
	wanted?: (input: Input) => ((record: IDataObject) => boolean) | undefined;
}

/** A paged listing; reads `returnAll` and `limit`, which counts the records that are wanted. */
export function list(envelope: Envelope, atPage: AtPage, simple?: Simple, { wanted, ...pages }: ListOptions = {}): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input, pageSize }) => {
		const isWanted = wanted?.(input);
		const limit = limitOf(input);
		const records = readAll(send, { request, envelope, atPage, limit: isWanted ? Infinity : limit, pageSize, ...pages });
		return await itemsOf(isWanted ? only(isWanted, limit, records) : records, input, simple);
	});
}

/** As many of the records as are wanted. */
async function* only(isWanted: (record: IDataObject) => boolean, limit: number, records: AsyncIterable<IDataObject>): AsyncGenerator<IDataObject> {
	let count = 0;
	for await (const record of records) {
		if (!isWanted(record)) continue;
		yield record;
		count += 1;
		if (count >= limit) return;
	}
}

/**
 * A listing of whatever form its answers have: where the contract does not show it. Reads `returnAll` and
 * `limit`; without both all records are output. Throws {PageError} with the answer's form, where it cannot be read.
 */
export function anyList(simple?: Simple): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input, pageSize, endpoint }) => {
		const plain = endpoint !== undefined && !endpoint.paged;
		return await itemsOf(readAnyList(send, { request, limit: limitOf(input), plain, pageSize }), input, simple);
	});
}

/** How many records are wanted; without Return All and Limit all of them. */
function limitOf({ returnAll, limit }: Input): number {
	return returnAll || limit === undefined ? Infinity : (limit as number);
}

async function itemsOf(records: AsyncIterable<unknown>, input: Input, simple?: Simple): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for await (const each of records) items.push(itemOf(each, input, simple));
	return items;
}

/** The answer as a file (contract, Wire format: attachment downloads are a binary stream). */
export const binary = outputOf({}, async ({ send, request, toBinary }) => {
	const { headers, body } = await send(request);
	const mimeType = headers['content-type']?.split(';')[0];
	return [{ json: {}, binary: await toBinary(Buffer.from(body as Buffer), fileNameIn(headers), mimeType) }];
});

/** A record as the user wants it. n8n's items hold an object: anything else stands under `data`. */
export function itemOf(record: unknown, input: Input, simple?: Simple): INodeExecutionData {
	const json = isObject(record) ? record : { data: (record ?? null) as IDataObject };
	return { json: simple ? inWantedForm(json, input, simple) : json };
}
