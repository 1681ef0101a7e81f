import { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	isObject,
	isReading,
	readAll,
	readAnyList,
	AtPage,
	Envelope,
	messageOf,
	recordIn,
	unwrap,
} from '../../../transport';
import { Field, Input, snakeCase, byClock, Simple, inWantedForm } from '../../shared';
import { Call, Form, Output, Outputs } from '../operation';
import { fileNameIn } from './fileName';

export function outputOf(form: Form, run: (call: Call) => Outputs): Output {
	return Object.assign(run, { form });
}

/** Asks for whole records, for an output that adds fields to them. */
export const whole = (input: Input): Input => ({ ...input, output: 'raw', outputFields: undefined });

/** Finds a record that is not in `data`. */
type RecordOf = (body: unknown) => IDataObject | undefined;

/** Throws {PageError} if a read gets no record. */
export function record(simple?: Simple, recordOf?: RecordOf): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input }) => {
		const { body } = await send(request);
		const read = () => ({ ...besideData(body), ...recordIn(body) });
		return [itemOf(recordOf?.(body) ?? (isReading(request) ? read() : unwrap(body)), input, simple)];
	});
}

/** Returns the fields of an answer beside `data`, such as `included`. */
function besideData(body: unknown) {
	const others: IDataObject = isObject(body) && unwrap(body) !== body ? { ...body } : {};
	delete others.data;
	return others;
}

/** Outputs an answer that has only a message, with the IDs that the next node needs. */
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

export function deletedOutput(idField: string): Output {
	return outputOf({ idField, fields: { id: 'string', deleted: 'boolean' } }, async ({ send, request, input }) => {
		await send(request);
		return idsIn(input, idField).map((id) => ({ json: { id, deleted: true } }));
	});
}

const idsIn = (input: Input, idField: string) => [input[idField] as string | string[]].flat();

export function recordOrMessage(idField: string, recordOf?: RecordOf): Output {
	return outputOf({ idField, record: true }, async ({ send, request, input }) => {
		const { body } = await send(request);
		return [savedItem({ id: input[idField] as string, body: recordOf?.(body) ?? body }, input)];
	});
}

export function savedItem(
	{ id, body }: { id: string; body: unknown },
	input: Input,
	simple?: Simple,
): INodeExecutionData {
	const record = unwrap(body);
	if (isObject(record) && record.id !== undefined)
		return itemOf(record, input, 'message' in record ? undefined : simple);
	return { json: { ...(isObject(record) && record), id, message: messageOf(body) } };
}

/** Outputs each entry of a list, or the answer without its `data` wrapper. */
export const anything = outputOf({}, async ({ send, request, input }) => {
	const { body } = await send(request);
	const parts = partsOf(body);
	// A write always outputs an item.
	if (parts.length === 0 && !isReading(request)) parts.push([]);
	return parts.map((each) => itemOf(each, input));
});

export function list(envelope: Envelope, atPage: AtPage, simple?: Simple): Output {
	return outputOf({ record: true, simple }, ({ send, request, input, onTotal }) => {
		const records = readAll(send, { request, envelope, atPage, limit: limitOf(input), onTotal });
		return readItems(records, input, simple);
	});
}

const MORE = 'There are more, on pages of an unknown form: read on with API Request.';

export function anyList(simple?: Simple): Output {
	return outputOf({ record: true, simple }, async ({ send, request, input, endpoint }) => {
		const plain = endpoint !== undefined && !endpoint.paged;
		let isPart = false;
		const limit = limitOf(input);
		const onPart = limit === Infinity ? undefined : () => (isPart = true);
		const rows = readAnyList(send, { request, limit, plain, onPart });
		const items = await readItems(rows, input, simple);
		return isPart ? items.map(({ json, ...item }) => ({ ...item, json: { ...json, hint: MORE } })) : items;
	});
}

export function limitOf({ returnAll, limit }: Input) {
	return returnAll || limit === undefined ? Infinity : (limit as number);
}

async function readItems(records: AsyncIterable<unknown>, input: Input, simple?: Simple) {
	const items: INodeExecutionData[] = [];
	// One by one, to keep few whole records in memory.
	for await (const each of records) items.push(itemOf(each, input, simple));
	return items;
}

/** Attachments come as a binary stream (contract, Wire format). */
export const binary = outputOf({}, async ({ send, request, context }) => {
	const { headers, body, redirectedTo } = await send(request);
	const mimeType = headers['content-type']?.split(';')[0];
	const name = fileNameIn(headers, redirectedTo ?? request.redirectedTo ?? request.path);
	const data = await context.helpers.prepareBinaryData(Buffer.from(body as Buffer), name, mimeType);
	return [{ json: {}, binary: { data } }];
});

export function itemOf(record: unknown, input: Input, simple?: Simple): INodeExecutionData {
	const json = isObject(record) ? record : { data: (record ?? null) as IDataObject };
	return { json: simple ? inWantedForm(json, input, simple) : json };
}

/** Returns the entries of a list, or one part. An answer that has only `data` is unwrapped. */
function partsOf(body: unknown) {
	const onlyData = isObject(body) && Object.keys(body).length === 1;
	return [onlyData ? unwrap(body) : body].flat();
}

export function withTime({ property: { name } }: Field, output: Output): Output {
	const sent = snakeCase(name);
	const local = `${sent}_local`;
	const fields = { ...output.form.fields, [sent]: 'string', [local]: 'string' } as const;
	return outputOf({ ...output.form, fields }, async (call) => {
		const items = await output(call);
		const iso = call.input[name] as string | undefined;
		if (iso === undefined) return items;
		const times = { [sent]: iso, [local]: byClock(iso, call.timezone) };
		return items.map(({ json, ...item }) => ({ ...item, json: { ...json, ...times, ...json } }));
	});
}
