import type { IDataObject } from 'n8n-workflow';

import { idText, InputError, isBlank } from '../../../transport';
import type { Field, Input } from '../../shared/field';
import { locator, severalFromList } from '../../shared/fields/locators';
import { choice, emailList, text } from '../../shared/fields/readers';

/**
 * As the editor shows the text of whatever is written, a note or a reply: a definition for each would have n8n resolve
 * the text twice as often. Who will read it, a yellow notice says.
 */
const anyText: Field = {
	property: {
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. The refund of order 1234 is on its way.',
		description:
			"The text to write: of a note for the team, of anything else for the customer. A draft and a saved reply can do without, and a reply that sends a saved draft: 'Draft ID' under 'Additional Fields'.",
	},
	read: text,
};

/** A reply may be a saved draft alone. */
export const replyText: Field = {
	property: {
		...anyText.property,
		description:
			"The text of the message, as the customer is to read it. Only a reply that sends a saved draft can do without: 'Draft ID' under 'Additional Fields'.",
	},
	read: text,
	shownAs: anyText,
};

/** Nobody reads it yet, and nothing says that it must be given (contract, Endpoint details not shown). */
export const textToKeep: Field = {
	...replyText,
	property: { ...replyText.property, description: 'The text of the message, as the customer is to read it. It can be left out.' },
};

export const messageText: Field = {
	...replyText,
	property: { ...replyText.property, required: true, description: 'The text of the message, as the customer is to read it' },
};

export const noteText: Field = {
	...messageText,
	property: { ...messageText.property, description: 'What the team reads; the customer never does' },
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

/** The ID of something in a conversation's thread. */
function threadId(name: string, displayName: string, description: string): Field {
	return {
		property: { displayName, name, type: 'string', required: true, default: '', placeholder: 'e.g. m1', description },
		read: (value, { label }) => idText(value, label),
	};
}

export const messageId = threadId('messageId', 'Message ID', 'The ID of the message, as Get Many of Message outputs it');

/** Create outputs it as `message_id`; the list has what the conversation's messages show. */
export const scheduledMessageId = locator('messageId', 'Scheduled Reply', 'The reply that waits to be sent', {
	picker: 'scheduledReplies',
	hint: "Choose the conversation first. Not in the list? Choose By ID: Create outputs it as 'message_id'.",
});
export const threadEventId = threadId(
	'threadEventId',
	'Thread Event ID',
	'The ID of the entry of the conversation at which it is split, as Get Many of Message outputs it',
);

export const eventId: Field = {
	property: {
		displayName: 'Message ID',
		name: 'eventId',
		type: 'string',
		default: '',
		placeholder: 'e.g. m1',
		description: 'Return only the entry of the conversation with this message ID',
	},
	read: text,
};

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
		default: '',
		placeholder: 'e.g. Please see below.',
		description: 'The text above the forwarded message, sent as typed. It can be left out.',
	},
	read: text,
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What parts the lines of a text; without any text it shows nothing. An image or a rule shows something. */
const FRAME = /<\/?(?:p|br|div|span)\s*\/?>|&nbsp;/gi;

/**
 * The message as the HTML that the API takes: typed text is escaped and keeps its line breaks, HTML is sent as it is.
 * Throws InputError for HTML that shows nothing, as an editor writes it for an empty text.
 */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat === 'html') {
		if (!isBlank(text.replace(FRAME, ''))) return text;
		throw new InputError("'Message' is empty", 'Its HTML shows nothing. Enter a text between the tags.');
	}
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/\r\n|\r|\n/g, '<br>');
}

/** A body whose message, if there is one, is HTML. */
export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}
