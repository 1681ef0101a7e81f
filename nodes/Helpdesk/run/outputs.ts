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

/** Finds the record in an answer that may have it under another name than `data`. */
type RecordOf = (body: unknown) => IDataObject | undefined;

/** One record. Throws {PageError} where one was to be read and the answer has none. */
export function record(simple?: Simple, recordOf?: RecordOf): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input }) => {
		const { body } = await send(request);
		return [itemOf(recordOf?.(body) ?? (isReading(request) ? recordIn(body) : unwrap(body)), input, simple)];
	});
}

/** For answers of a message: the id that was acted on goes along, and that of a message beside its conversation's, so that the next node can go on. */
export function messageOutput(idField: string, ofMessage = false): Output {
	const fields: Form['fields'] = { id: 'string', ...(ofMessage && { message_id: 'string' }), message: 'string' };
	return outputOf({ idField, fields }, async ({ send, request, input }) => {
		const { body } = await send(request);
		const others = isObject(body) ? body : {};
		return idsIn(input, idField).map((id) => {
			const own = { id, ...(ofMessage && { message_id: input.messageId as string }), message: messageOf(body) };
			return { json: { ...own, ...others, ...own } };
		});
	});
}

/** For what deletes: n8n's nodes say so in this way, whatever the API answers. */
export function deletedOutput(idField: string): Output {
	return outputOf({ idField, fields: { id: 'string', deleted: 'boolean' } }, async ({ send, request, input }) => {
		await send(request);
		return idsIn(input, idField).map((id) => ({ json: { id, deleted: true } }));
	});
}

/** What was acted on: one item each where several were. */
const idsIn = (input: Input, idField: string): string[] => [input[idField] as string | string[]].flat();

/** For answers of a form that is not shown: the record where there is one, else the id and the message. */
export function recordOrMessage(idField: string, recordOf?: RecordOf): Output {
	return outputOf({ idField, record: true }, async ({ send, request, input }) => {
		const { body } = await send(request);
		return [savedItem({ id: input[idField] as string, body: recordOf?.(body) ?? body }, input)];
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
}

/** A paged listing; reads `returnAll` and `limit`. */
export function list(envelope: Envelope, atPage: AtPage, simple?: Simple, pages: ListOptions = {}): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input, pageSize }) => {
		const records = readAll(send, { request, envelope, atPage, limit: limitOf(input), pageSize, ...pages });
		return await itemsOf(records, input, simple);
	});
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
export function limitOf({ returnAll, limit }: Input): number {
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
