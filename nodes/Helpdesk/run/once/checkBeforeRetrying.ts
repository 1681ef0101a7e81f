import { ApiError, type Answer, type ApiRequest } from '../../../../transport';
import type { Input } from '../../../shared/field';
import type { Call, Output } from '../../operation';
import { outputOf } from '../outputs';
import { readThread } from '../../../shared/thread';
import { SoughtText, type Told } from './soughtText';

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
	return outputOf(output.form, async (call) => {
		if (!call.input.checkBeforeRetrying) return await output(call);
		const text = textOf(call.input);
		return await output({ ...call, send: async (request) => await sendChecked(call, request, text, MAX_SENT) });
	});
}

async function sendChecked(call: Call, request: ApiRequest, text: string, left: number): Promise<Answer> {
	return await call.send(request).catch(async (error: unknown) => {
		// A refusal ends it: what the attempt before it left open stays so.
		if (!(error instanceof ApiError) || error.fate.applied !== 'maybe') throw error;
		const told = await look(call, new SoughtText(text)).catch((): Told => 'maybe');
		if (told === 'there') return { status: 200, headers: {}, body: { message: 'Found in the conversation, so not sent again' } };
		if (told === 'maybe' || left <= 1) throw error;
		return await sendChecked(call, request, text, left - 1);
	});
}

/** Whether the conversation has the text. Rejects as `send` does. */
async function look({ send, input, sleep }: Call, sought: SoughtText): Promise<Told> {
	if (sought.showsNothing) return 'maybe';
	await sleep(SETTLE_MS);
	return sought.toldOf(await readThread(send, input, true));
}
