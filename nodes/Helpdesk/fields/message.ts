import type { IDataObject } from 'n8n-workflow';

import { InputError, isBlank } from '../../../transport';
import type { Field, Input } from '../../shared/field';
import { like, list, locator, oneOf, text, toggle, type More } from '../../shared/fields/build';
import { emailList, readId, textList } from '../../shared/fields/readers';

/** The editor shows one definition for all texts: n8n resolves the text for each definition. */
const anyText = text(
	'message',
	"The text to write: of a note for the team, of anything else for the customer. A draft and a saved reply can do without, and a reply that sends a saved draft: 'Draft ID' under 'Additional Fields'.",
	{ typeOptions: { rows: 4 }, placeholder: 'e.g. The refund of order 1234 was approved today.' },
);

export const replyText = like(anyText, {
	description:
		"The text of the message, as the customer is to read it. Only a reply that sends a saved draft can do without: 'Draft ID' under 'Additional Fields'.",
	shownAs: anyText,
});

export const textToKeep = like(replyText, { description: 'The text of the message, as the customer is to read it. It can be left out.' });

export const messageText = like(replyText, { required: true, description: 'The text of the message, as the customer is to read it' });

export const noteText = like(messageText, { description: 'What the team reads; the customer never does' });

export const messageFormat = oneOf(
	'messageFormat',
	'Whether the message is plain text or HTML',
	{ text: ['Text', 'Send what is typed, with its line breaks'], html: ['HTML', 'Send the message as HTML, unchanged'] },
	{ sent: false },
);

export const draftId = text('draftId', 'The draft that this reply sends, as Save Draft returned it', { placeholder: 'e.g. d1', sent: false });

export const attachments = text(
	'attachments',
	'The files to send along: the names under which the item has them, separated by commas. They stand in the output of the step before, under Binary. Your helpdesk may not take files in this way.',
	{ placeholder: 'e.g. data', read: textList, sent: false },
);

export const replaceDraft = toggle(
	'replaceDraft',
	'Whether a reply with attachments replaces your draft in the conversation. Without this option nothing is sent if there is a draft.',
	{ sent: false },
);

export const mentionedIds = list('mentionedIds', 'teammates', 'The teammates to mention', { displayName: 'Mention' });

const threadId = (name: string, description: string, more?: More): Field =>
	text(name, description, { required: true, placeholder: 'e.g. m1', read: readId, ...more });

export const messageId = threadId('messageId', "The ID of the message: 'id' of Get Many of Message");

export const scheduledMessageId = locator(
	'messageId',
	'The reply that waits to be sent',
	{ picker: 'scheduledReplies', hint: "Choose the conversation first. Not in the list? Choose By ID: Create outputs it as 'message_id'." },
	{ displayName: 'Scheduled Reply' },
);

export const threadEventId = threadId(
	'threadEventId',
	"The ID of the entry of the conversation at which it is split: 'thread_event_id' of Get Many of Message",
);

export const failedEventId = threadId(
	'eventId',
	"The ID of the entry of the conversation that was not sent: 'thread_event_id' of Get Many of Message",
	{
		displayName: 'Thread Event ID',
	},
);

export const eventId = text('eventId', 'Return only the entry of the conversation with this message ID', {
	displayName: 'Message ID',
	placeholder: 'e.g. m1',
});

export const to = text('to', 'Who gets the message: e-mail addresses separated by commas, or a list from an expression', {
	required: true,
	placeholder: 'e.g. anna@example.com, ben@example.com',
	read: emailList,
});

export const body = text('body', 'The text above the forwarded message, sent as typed. It can be left out.', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Please see below.',
});

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Shows nothing by itself; an image or a rule does. */
const FRAME = /<\/?(?:p|br|div|span)\s*\/?>|&nbsp;/gi;

/** Escapes typed text and keeps its line breaks. Throws {InputError} for HTML that shows nothing. */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat === 'html') {
		if (!isBlank(text.replace(FRAME, ''))) return text;
		throw new InputError("'Message' is empty", 'Its HTML shows nothing. Enter a text between the tags.');
	}
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/\r\n|\r|\n/g, '<br>');
}

export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}
