import { like, list, locator, oneOf, text, toggle, More, addresses, id, words, teammates } from '../../shared';

export const replyText = text('message', 'The text to write', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Order 1234 was shipped today.',
});

export const messageText = like(replyText, { required: true, shownAs: replyText });

export const messageFormat = oneOf(
	'messageFormat',
	'How the message is written',
	{
		text: ['Text', 'As typed, with its line breaks'],
		markdown: ['Markdown', 'Emphasis, lists, links, quotes and code, as AI models write them'],
		html: ['HTML', 'Sent unchanged'],
	},
	{ sent: false },
);

export const draftId = text('draftId', "The draft to send: 'draft_id' of Save Draft", {
	kind: id,
	placeholder: 'e.g. 01hq3v8k2m',
	sent: false,
});

export const attachments = text(
	'attachments',
	'Names of files under Binary of the previous node, separated by commas. Your helpdesk may refuse files.',
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

const threadId = (name: string, description: string, more?: More) =>
	text(name, description, { required: true, placeholder: 'e.g. 01hq3v8k2m', kind: id, ...more });

export const messageId = threadId('messageId', "The message: 'id' of Message → Get Many");

export const scheduledMessageId = locator(
	'messageId',
	'The reply that waits to be sent',
	{
		picker: 'scheduledReplies',
		hint: "Choose the conversation first. By ID: 'message_id' of Create, or 'id' of Get Many.",
	},
	{ displayName: 'Scheduled Reply' },
);

const OF_ENTRY = "'thread_event_id' of Message → Get Many";

export const threadEventId = locator(
	'threadEventId',
	'The message at which to split',
	{ picker: 'messages', hint: `Choose the conversation first. By ID: ${OF_ENTRY}.` },
	{ displayName: 'Message' },
);
export const failedEventId = threadId('eventId', `The message that could not be sent: ${OF_ENTRY}`, {
	displayName: 'Failed Message ID',
});

export const eventId = threadId('eventId', 'The ID of a single message to get', {
	required: undefined,
	displayName: 'Only This Message',
	sent: true,
});

const people = (name: string, what: string, more: More) =>
	text(name, `${what}: email addresses separated by commas, or a list from an expression`, {
		placeholder: 'e.g. anna@example.com, ben@example.com',
		kind: addresses,
		...more,
	});

export const to = people('to', 'Recipients', { required: true });
export const cc = people('cc', 'Recipients of a copy', { displayName: 'CC' });

export const body = text('body', 'The text above the forwarded message, sent as typed', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Please see below.',
});
