import { ApiError, isObject, readAnyList, type Answer, type ApiRequest } from '../../../../transport';
import { requestTo } from '../../../shared/endpoint';
import type { Input } from '../../../shared/field';
import type { Call, Output } from '../../operation';
import { hasText, readingsOf } from './plainText';

/** How often a text is sent, the first time included. */
const MAX_SENT = 3;

/** Before looking, in ms: a request whose connection broke may still be on its way into the helpdesk. */
const SETTLE_MS = 1_000;

/**
 * The output with Check Before Retrying: where it is not known whether a text was written, the conversation
 * is read, and the text sent again only when it is not there. Where that can not be told, the first error stays.
 *
 * @param textOf what is written, as it is sent
 */
export function checkedBeforeRetrying(output: Output, textOf: (input: Input) => string): Output {
	return async (call) => {
		if (!call.input.checkBeforeRetrying) return await output(call);
		const text = textOf(call.input);
		return await output({ ...call, send: async (request) => await sendChecked(call, request, text, MAX_SENT) });
	};
}

async function sendChecked(call: Call, request: ApiRequest, text: string, left: number): Promise<Answer> {
	return await call.send(request).catch(async (error: unknown) => {
		// A refusal ends it: what the attempt before it left open stays so.
		if (!(error instanceof ApiError) || error.fate.applied !== 'maybe') throw error;
		const isThere = await look(call, text).catch(() => undefined);
		if (isThere) return { status: 200, headers: {}, body: { message: 'Found in the conversation, so not sent again' } };
		if (isThere === undefined || left <= 1) throw error;
		return await sendChecked(call, request, text, left - 1);
	});
}

/** Whether the conversation has the text; undefined where that cannot be told. Rejects as `send` does. */
async function look({ send, input, sleep }: Call, text: string): Promise<boolean | undefined> {
	const readings = readingsOf(text);
	if (readings.length === 0) return undefined;
	await sleep(SETTLE_MS);
	const request = requestTo('listMessages', input);
	let rows = 0;
	let unclear = false;
	for await (const row of readAnyList(send, { request, limit: Infinity, plain: true })) {
		const told = isObject(row) ? hasText(row, readings) : undefined;
		if (told) return true;
		unclear ||= told === undefined;
		rows += 1;
	}
	// Every conversation has a message: an answer without one tells nothing.
	return rows > 0 && !unclear ? false : undefined;
}
