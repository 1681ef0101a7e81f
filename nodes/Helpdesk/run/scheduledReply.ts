import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Answer, ApiRequest } from '../../../transport';
import { scheduledIdIn, scheduledRepliesOf, type ScheduledReply } from '../../shared/lookup/scheduledReplies';
import { htmlMessage } from '../fields/message';
import type { Call, Output } from '../operation';
import { inTurn } from './once/oncePer';
import { SoughtText } from './once/soughtText';
import { outputOf } from './outputs';

const NOT_TOLD =
	"The helpdesk does not tell the ID of this scheduled reply. Look for it in the list of 'Scheduled Reply' under Cancel, Update or Send Now, or with Get Many of Message.";

/**
 * The output of scheduling with the ID that Cancel, Update and Send Now take: from the answer, or from the conversation's
 * messages, read once. Where neither shows it, the item says so. Not finding it takes nothing back, so it is never an error.
 */
export function withMessageId(output: Output): Output {
	const form = { ...output.form, fields: { ...output.form.fields, message_id: 'string' as const } };
	return outputOf(form, async (call) => {
		const { conversationId } = call.input as { conversationId: string };
		// Two that are alike would both be found by the later one's time.
		return await inTurn(`schedule ${conversationId}`, async () => {
			let answer: Answer | undefined;
			const keep = async (request: ApiRequest) => (answer = await call.send(request));
			const items = await output({ ...call, send: keep });
			const id = scheduledIdIn(answer?.body) ?? (await lookUp(call, conversationId).catch(() => undefined));
			return items.map((item) => withId(item, id));
		});
	});
}

function withId(item: INodeExecutionData, id: string | undefined): INodeExecutionData {
	const told: IDataObject = id === undefined ? { message_id: null, hint: NOT_TOLD } : { message_id: id };
	return { ...item, json: { ...item.json, ...told } };
}

/** The waiting reply of this time and text; of several the one made last. Undefined where none or no one is it. */
async function lookUp({ send, input }: Call, conversationId: string): Promise<string | undefined> {
	const sought = new SoughtText(htmlMessage(input));
	const at = DateTime.fromISO(input.scheduledAt as string);
	const isIt = ({ scheduledAt, entry }: ScheduledReply) => {
		const told = sought.inMessage(entry);
		return scheduledAt ? +scheduledAt === +at && told !== 'absent' : told === 'there';
	};
	const found = (await scheduledRepliesOf({ send }, conversationId)).filter(isIt);
	const [last, before] = found.sort((a, b) => +(b.createdAt ?? 0) - +(a.createdAt ?? 0));
	const isOne = before === undefined || +(last!.createdAt ?? 0) > +(before.createdAt ?? 0);
	return isOne ? last?.messageId : undefined;
}
