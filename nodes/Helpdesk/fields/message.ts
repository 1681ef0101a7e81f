import type { Field } from '../../shared/field';
import { like, list, locator, oneOf, text, toggle, type More } from '../../shared/fields';
import { addresses, id, words, teammates } from '../../shared/values';

export const replyText = text(
	'message',
	"The text to write. It may be empty for a draft, a saved reply, and a reply with 'Draft ID'.",
	{ typeOptions: { rows: 4 }, placeholder: 'e.g. The refund of order 1234 was approved today.' },
);

/** The editor has one definition for all texts, because n8n resolves the text for each one. */
export const messageText = like(replyText, { required: true, shownAs: replyText });

export const messageFormat = oneOf(
	'messageFormat',
	'How the message is written',
	{
		text: ['Text', 'Send what is typed, with its line breaks'],
		markdown: ['Markdown', 'Show emphasis, lists, links, quotes and code, as AI models write them'],
		html: ['HTML', 'Send the message as HTML, unchanged'],
	},
	{ sent: false },
);

export const draftId = text('draftId', 'The draft that this reply sends, as Save Draft returned it', {
	kind: id,
	placeholder: 'e.g. d1',
	sent: false,
});

export const attachments = text(
	'attachments',
	'The names of files under Binary of the step before, separated by commas. Your helpdesk may refuse files.',
	{ required: true, placeholder: 'e.g. data', kind: words, sent: false },
);

export const replaceDraft = toggle(
	'replaceDraft',
	'Whether a reply with attachments replaces your draft. Otherwise nothing is sent if there is a draft.',
);

export const mentionedIds = list('mentionedIds', 'teammates', 'The teammates to mention', {
	displayName: 'Mention',
	kind: teammates,
});

const threadId = (name: string, description: string, more?: More): Field =>
	text(name, description, { required: true, placeholder: 'e.g. m1', kind: id, ...more });

export const messageId = threadId('messageId', "The message: 'id' of Get Many of Message");

export const scheduledMessageId = locator(
	'messageId',
	'The reply that waits to be sent',
	{
		picker: 'scheduledReplies',
		hint:
			"Choose the conversation first. Not in the list? Choose By ID: Create outputs it as 'message_id', " +
			"Get Many as 'id'.",
	},
	{ displayName: 'Scheduled Reply' },
);

const OF_ENTRY = "'thread_event_id' of Get Many of Message";

export const threadEventId = locator(
	'threadEventId',
	'The message at which the conversation is split',
	{ picker: 'messages', hint: `Choose the conversation first. By ID: ${OF_ENTRY}.` },
	{ displayName: 'Message' },
);
export const failedEventId = threadId('eventId', `What was not sent: ${OF_ENTRY}`, { displayName: 'Thread Event ID' });

export const eventId = threadId('eventId', 'Return only the entry of the conversation with this message ID', {
	required: undefined,
	displayName: 'Message ID',
	sent: true,
});

const people = (name: string, what: string, more: More): Field =>
	text(name, `${what}: e-mail addresses separated by commas, or a list from an expression`, {
		placeholder: 'e.g. anna@example.com, ben@example.com',
		kind: addresses,
		...more,
	});

export const to = people('to', 'Who gets the message', { required: true });
export const cc = people('cc', 'Who gets a copy', { displayName: 'CC' });

export const body = text('body', 'The text above the forwarded message, sent as typed. It can be left out.', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Please see below.',
});
