import type { IDataObject } from 'n8n-workflow';

import { additionalBody, message, messageFormat } from '../../fields/content';
import { assignTo, cc, replyAction, status } from '../../fields/conversation';
import { conversationId } from '../../fields/locators';
import type { Field, Input, Operation } from '../../operation';
import { htmlMessage } from '../../read/html';
import { optionalText } from '../../read/text';
import { done } from '../../run/outputs';

const messageField = fieldName('messageField', 'Message Field Name', 'message', 'the text of the reply');
const draftField = fieldName('draftField', 'Draft Field Name', 'draft_id', 'the draft');

const draftId: Field = {
	property: {
		displayName: 'Draft ID',
		name: 'draftId',
		type: 'string',
		default: '',
		placeholder: 'e.g. d1',
		description: 'The draft that this reply sends, as Save Draft returned it',
	},
	read: optionalText,
	sent: false,
};

export const reply: Operation = {
	name: 'Reply',
	value: 'reply',
	action: 'Reply to a conversation',
	description: 'Send a reply to the customer; it cannot be taken back',
	endpoint: 'POST /conversation/{conversation_id}/reply',
	fields: [conversationId, message, messageFormat],
	additionalFields: [status, assignTo, replyAction, cc, messageField, draftId, draftField, additionalBody],
	body: replyBody,
	output: done('conversationId'),
};

/** Specification, Endpoint details not shown: the names of the text and of the draft, so both can be changed. */
function replyBody(input: Input, fields: IDataObject): IDataObject {
	const body: IDataObject = { ...fields };
	delete body.message;
	body[named(input.messageField, 'message')] = htmlMessage(input);
	return input.draftId === undefined ? body : { ...body, [named(input.draftField, 'draft_id')]: input.draftId as string };
}

function named(name: unknown, usual: string): string {
	return typeof name === 'string' ? name : usual;
}

function fieldName(name: string, displayName: string, usual: string, what: string): Field {
	return {
		property: {
			displayName,
			name,
			type: 'string',
			default: usual,
			description: `The name under which ${what} is sent. The API documentation does not show it: change it if your helpdesk expects another.`,
		},
		read: optionalText,
		sent: false,
	};
}
