import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../../transport';
import { additionalBody, draftId, message, messageFormat } from '../../fields/content';
import { assignTo, cc } from '../../fields/conversation';
import { draftField, messageField, nameFrom } from '../../fields/fieldNames';
import { conversationId } from '../../fields/locators';
import { checkBeforeRetrying } from '../../fields/once';
import { replyAction, status } from '../../fields/valuesSeen';
import type { Field, Input, Operation } from '../../operation';
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
	const others = { ...fields };
	delete others.message;
	const named: Array<[Field, unknown]> = [[messageField, htmlMessage(input)]];
	if (input.draftId !== undefined) named.push([draftField, input.draftId]);
	return named.reduce<IDataObject>((body, [field, value]) => withField(body, field, nameFrom(input, field), value), others);
}

/** @throws {InputError} where the name that the user gave is another field's, which would be lost */
function withField(body: IDataObject, { property }: Field, name: string, value: unknown): IDataObject {
	if (Object.hasOwn(body, name)) {
		throw new InputError(`${property.displayName} is "${name}", the name of another field of this reply`, 'Only one of the two could be sent: enter the name that the helpdesk has for it, or leave the other out.');
	}
	return { ...body, ...(Object.fromEntries([[name, value]]) as IDataObject) };
}
