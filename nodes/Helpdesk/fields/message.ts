import type { Field } from '../operation';
import { idText } from '../../../transport';
import { emailList } from '../read/list';
import { text } from '../read/text';

/** The ID of something in a conversation's thread. */
function threadId(name: string, displayName: string, description: string): Field {
	return {
		property: { displayName, name, type: 'string', required: true, default: '', placeholder: 'e.g. m1', description },
		read: (value, { label }) => idText(value, label),
	};
}

export const messageId = threadId('messageId', 'Message ID', 'The ID of the message, as Get Many of Message outputs it. Where a scheduled reply shows its own is not in the API documentation.');
export const threadEventId = threadId('threadEventId', 'Thread Event ID', 'The ID of the entry of the conversation at which it is split, as Get Many of Message outputs it');

export const to: Field = {
	property: {
		displayName: 'To',
		name: 'to',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. anna@example.com, ben@example.com',
		description: 'Who gets the message: e-mail addresses separated by commas, or a list from an expression',
	},
	read: emailList,
};

export const body: Field = {
	property: {
		displayName: 'Body',
		name: 'body',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Please see below.',
		description: 'The text above the forwarded message, sent as typed',
	},
	read: text,
};
