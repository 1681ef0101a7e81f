import type { Field } from '../operation';
import { jsonObject } from '../read/json';
import { choice, text } from '../read/text';
import { severalFromList } from './severalFromList';

export const message: Field = {
	property: {
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Thank you, we are looking into it.',
		description: 'The text to write',
	},
	read: text,
};

export const messageFormat: Field = {
	property: {
		displayName: 'Message Format',
		name: 'messageFormat',
		type: 'options',
		options: [
			{ name: 'Text', value: 'text', description: 'Send what is typed, with its line breaks' },
			{ name: 'HTML', value: 'html', description: 'Send the message as HTML, unchanged' },
		],
		default: 'text',
		description: 'Whether the message is plain text or HTML',
	},
	read: choice('text', 'html'),
	sent: false,
};

export const draftId: Field = {
	property: {
		displayName: 'Draft ID',
		name: 'draftId',
		type: 'string',
		default: '',
		placeholder: 'e.g. d1',
		description: 'The draft that this reply sends, as Save Draft returned it',
	},
	read: text,
	sent: false,
};

export const mentionedIds = severalFromList('teammates', {
	name: 'mentionedIds',
	displayName: 'Mention',
	what: 'The teammates to mention',
});

export const additionalQuery: Field = {
	property: {
		displayName: 'Additional Query (JSON)',
		name: 'additionalQuery',
		type: 'json',
		default: '{}',
		description: 'What to send in the query of the address, as a JSON object, for example {"from": "2026-01-01"}',
	},
	read: jsonObject,
	sent: false,
};

export const additionalBody: Field = {
	property: {
		displayName: 'Additional Body (JSON)',
		name: 'additionalBody',
		type: 'json',
		default: '{}',
		description: 'More fields to send, as a JSON object, for what the API takes beyond the fields above',
	},
	read: jsonObject,
	sent: false,
};
