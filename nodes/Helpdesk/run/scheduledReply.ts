import { IDataObject } from 'n8n-workflow';

import { Send } from '../../../transport';
import { scheduledRepliesOf, shownText, Words } from '../../shared';
import { htmlMessage } from './text/htmlMessage';
import { Call, Output } from '../operation';
import { serially } from './serially';
import { outputOf } from './outputs';

const NOT_FOUND = 'The ID was not found. Use Scheduled Reply → Get Many.';

/** Adds the ID from the thread, because no answer contains it. */
export function withMessageId(output: Output): Output {
	const form = { ...output.form, fields: { ...output.form.fields, message_id: 'string' as const } };
	// One after the other: of equal replies, the newest could not be determined.
	return outputOf(form, (call) =>
		serially(`schedule ${call.origin} ${call.input.conversationId as string}`, async () => {
			const items = await output(call);
			const id = await lookUp(call).catch(() => undefined);
			const found: IDataObject = id === undefined ? { message_id: null, hint: NOT_FOUND } : { message_id: id };
			return items.map((item) => ({ ...item, json: { ...item.json, ...found } }));
		}),
	);
}

export const scheduledReplies = outputOf(
	{ fields: { id: 'string', conversation_id: 'string', scheduled_at: 'string', text: 'string' } },
	async (call) => {
		const conversation_id = call.input.conversationId as string;
		const { query } = call.request;
		const send: Send = (request) => call.send({ ...request, query: { ...query, ...request.query } });
		const found = await scheduledRepliesOf({ ...call, send }, conversation_id);
		return found
			.sort((a, b) => a.scheduledAt - b.scheduledAt)
			.map(({ id, scheduledAt, texts }) => ({
				json: {
					id,
					conversation_id,
					scheduled_at: new Date(scheduledAt).toISOString(),
					text: shownText(texts),
				},
			}));
	},
);

const secondOf = (ms: number) => Math.floor(ms / 1000);

/** Returns the ID of the newest reply with this time and exactly these words; undefined if it is not unique. */
async function lookUp(call: Call) {
	const { conversationId, scheduledAt: at } = call.input as Record<string, string>;
	const words = new Words(htmlMessage(call.input));
	const found = (await scheduledRepliesOf(call, conversationId!)).filter(
		(entry) => secondOf(entry.scheduledAt) === secondOf(Date.parse(at!)) && words.areAllOf(entry),
	);
	const [last, before] = found.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
	return last?.at === before?.at && before ? undefined : last?.id;
}
