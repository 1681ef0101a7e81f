import { InputError } from '../../../transport';
import { isAddress } from './address';
import { isBlank, isNoValue, kindOf, Labelled, ReadContext } from './kind';
import { listOf } from './list';
import { shown, tidy, wordOf } from './text';

/** Lone surrogates cannot be encoded. */
const NO_ID = /^\.{1,2}$|[/\\?#,;\s"'`()[\]{}<>\p{Cc}\p{Surrogate}]/u;

export const ID_RULE = 'Enter the ID alone, without spaces, slashes, quotes, brackets or any part of an address.';

export function isIdText(text: string) {
	return !isBlank(text) && !isNoValue(text) && !NO_ID.test(text);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const TOO_LONG = 'A number is an ID only if it is whole and has at most 15 digits.';

export function readId(value: unknown, { label }: Labelled, todo = ID_RULE) {
	const text = wordOf(value, { label });
	const isSafe = typeof value === 'string' || Number.isSafeInteger(value);
	if (isSafe && isIdText(text) && !TIMESTAMP.test(text)) return text;
	throw new InputError(`${label}: ${shown(value)} is not a valid ID`, isSafe ? todo : TOO_LONG);
}

export const id = kindOf('id', readId);

export const contact = kindOf('id', (value, context) =>
	notAddress(value, context, 'To find a contact by its address, use Contact → Get Many with a search.'),
);

/** A tool may give a name, which is looked up later. */
const inboxId = (value: unknown, context: ReadContext) =>
	context.given.isTool ? wordOf(value, context) : readId(value, context);

export const inbox = kindOf('inbox', inboxId);
export const inboxes = listOf('inboxes', inboxId);

export const ids = listOf('ids', readId);

/** The API does not take ticket numbers. */
const TICKET_NUMBER = /^#\s*(\d+)$/;

function conversationId(value: unknown, context: ReadContext) {
	const [, number] = TICKET_NUMBER.exec(typeof value === 'string' ? tidy(value) : '') ?? [];
	if (number === undefined) return notAddress(value, context, 'Find conversations by email address with Search.');
	throw new InputError(
		`${context.label}: #${number} is a ticket number, not an ID`,
		"Choose the conversation From List, or use 'id' of Conversation → Get Many.",
	);
}

export const conversation = kindOf('conversation', conversationId);
export const conversations = listOf('conversations', conversationId);

function notAddress(value: unknown, context: ReadContext, todo: string) {
	if (!isAddress(value)) return readId(value, context);
	throw new InputError(`${context.label}: ${shown(value)} is an email address, not an ID`, todo);
}

export const file = kindOf('file', (value, context) => {
	if (!Array.isArray(value)) return isWebAddress(value) ? value.trim() : readId(value, context);
	throw new InputError(
		`${context.label} got a list`,
		"Put Split Out before this step, for the field 'attachments', and drag the 'id' that it outputs.",
	);
});

export function isWebAddress(value: unknown): value is string {
	return typeof value === 'string' && /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value);
}
