import type { IDataObject } from 'n8n-workflow';

import { additionalBody, draftId, message, messageFormat } from '../../fields/content';
import { assignTo, cc } from '../../fields/conversation';
import { draftField, messageField, nameFrom } from '../../fields/fieldNames';
import { conversationId } from '../../fields/locators';
import { checkBeforeRetrying } from '../../fields/once';
import { replyAction, status } from '../../fields/valuesSeen';
import type { Input, Operation } from '../../operation';
import { htmlMessage } from '../../read/html';
import { checkedBeforeRetrying } from '../../run/once/checkBeforeRetrying';
import { done } from '../../run/outputs';

export const reply: Operation = {
	name: 'Reply',
	value: 'reply',
	action: 'Reply to a conversation',
	description: 'Send a reply to the customer; it cannot be taken back',
	endpoint: 'POST /conversation/{conversation_id}/reply',
	fields: [conversationId, message, messageFormat],
	additionalFields: [status, assignTo, replyAction, cc, messageField, draftId, draftField, additionalBody],
	options: [checkBeforeRetrying],
	body: replyBody,
	output: checkedBeforeRetrying(done('conversationId'), htmlMessage),
};

/** Specification, Endpoint details not shown: the names of the text and of the draft, so both can be changed. */
function replyBody(input: Input, fields: IDataObject): IDataObject {
	const body: IDataObject = { ...fields };
	delete body.message;
	body[nameFrom(input, messageField)] = htmlMessage(input);
	return input.draftId === undefined ? body : { ...body, [nameFrom(input, draftField)]: input.draftId as string };
}
