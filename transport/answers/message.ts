import type { IDataObject } from 'n8n-workflow';

import { isId, isObject } from './shape';

/** Who wrote an entry of a thread; `unknown` where the helpdesk does not say. */
export type Writer = 'customer' | 'teammate' | 'automation' | 'unknown';

/**
 * What an entry of a thread is: a message that went to or came from the customer, or is on its way, something that only the
 * team sees, a message that waits to be sent, one that was deleted, or something that happened and is no message. What the
 * customer wrote is a message, whatever else it is called.
 */
export type EntryKind = 'message' | 'internal' | 'unsent' | 'deleted' | 'event';

/** An entry of a conversation's thread, in whichever form it came. */
export interface ThreadEntry {
	/** The message's own, or the entry's where only that has one; undefined for none. */
	id?: string;
	/** All IDs that it can be asked for by. */
	ids: string[];
	kind: EntryKind;
	/** A note, as against other things that only the team sees. */
	isNote: boolean;
	writer: Writer;
	/** The writer's name, where it is shown. */
	name?: string;
	/** When it was written, in ms since the epoch; undefined where no time is shown. */
	at?: number;
	texts: MessageTexts;
	/** The helpdesk shows only a part of the text. */
	isClipped: boolean;
}

/** What a message says, in the forms that it came in. */
export interface MessageTexts {
	html?: string;
	text?: string;
}

const WRITERS: ReadonlyMap<string, Writer> = new Map(
	Object.entries({
		customer: 'incoming inbound in received contact customer client visitor end_user enduser requester',
		teammate: 'outgoing outbound out sent internal user agent teammate admin operator staff member',
		automation: 'automation automated auto_reply autoreply autoresponder bot chatbot system rule workflow macro trigger',
	}).flatMap(([writer, words]) => words.split(' ').map((word) => [word, writer as Writer] as const)),
);

const INTERNAL = /^(internal|note|private_note|internal_note)$/;
/** What only the team sees where the team wrote it, and what customers do as well. */
const OFTEN_INTERNAL = /^(private|comment|forward|forwarded)$/;
const UNSENT = /^(draft|scheduled)$/;
/** On its way, or waiting where it has a time to be sent at. */
const ON_ITS_WAY = /^(pending|queued)$/;
const DELETED = /^(deleted|trashed|removed)$/;

/**
 * Reads an entry of a thread: an event with its message within it, or the message itself (contract, Endpoint details not
 * shown).
 *
 * @param contact the conversation's, by whom the customer is known where no direction is shown
 */
export function threadEntry(row: IDataObject, contact: IDataObject = {}): ThreadEntry {
	const message = [row.event, row.message].find(isObject) ?? row;
	const parts = [...new Set([message, row])];
	const words = (name: string) => parts.map((part) => wordOf(part[name]));
	const kinds = [...words('direction'), ...words('record_type'), ...words('action'), ...words('type')];
	const ids = parts
		.map(({ id }) => id)
		.filter(isId)
		.map(String);
	const writer = writerOf(parts, words, contact);
	const isFromCustomer = writer === 'customer' || words('direction').some((word) => WRITERS.get(word) === 'customer');
	return {
		id: ids[0],
		ids,
		kind: kindOf(parts, kinds, words('status'), isFromCustomer),
		isNote: kinds.some((word) => /note|comment/.test(word)),
		writer,
		name: people(parts).map((person) => textOf(person.name))[0],
		at: parts.map((part) => msOf(part.created_at)).find((time) => time !== undefined),
		texts: textsOf(parts),
		isClipped: parts.some((part) => Boolean(part.is_clipped)),
	};
}

/** Whether an entry went to or came from the customer, or may have: of what is often internal and names no writer that cannot be told. */
export function mayBeMessage({ kind, writer }: Pick<ThreadEntry, 'kind' | 'writer'>): boolean {
	return kind === 'message' || (kind === 'internal' && writer === 'unknown');
}

/** When a helpdesk's text says something happened, in ms: ISO 8601, in UTC where it has no zone (contract, Resources). */
export function msOf(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.length > 40) return undefined;
	const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
	return Number.isNaN(time) ? undefined : time;
}

function kindOf(parts: IDataObject[], kinds: string[], statuses: string[], isFromCustomer: boolean): EntryKind {
	if (parts.some(({ deleted_at: at }) => Boolean(at)) || statuses.some((word) => DELETED.test(word))) return 'deleted';
	const isMessage = parts.some((part) => MESSAGE_FIELDS.some((name) => part[name] !== undefined && part[name] !== null));
	if (isFromCustomer) return isMessage ? 'message' : 'event';
	if (statuses.some((word) => UNSENT.test(word) || (ON_ITS_WAY.test(word) && hasTimeToBeSent(parts)))) return 'unsent';
	const isInternal = kinds.some((word) => INTERNAL.test(word) || OFTEN_INTERNAL.test(word));
	if (isInternal || parts.some((part) => part.is_internal === true || part.private === true)) return 'internal';
	return isMessage ? 'message' : 'event';
}

function hasTimeToBeSent(parts: IDataObject[]): boolean {
	return parts.flatMap((part) => [part, part.extra]).some((part) => isObject(part) && Boolean(part.scheduled_at));
}

/** What only a message has; an entry without any of it tells that something happened. */
const MESSAGE_FIELDS = ['html_body', 'text_body', 'direction', 'record_type', 'cc', 'message', 'body', 'text', 'excerpt'];

/** An automation is one although it writes as a teammate; what is said of the entry itself counts before what its writer is called. */
function writerOf(parts: IDataObject[], words: (name: string) => string[], contact: IDataObject): Writer {
	const persons = people(parts);
	const kinds = [...words('record_type'), ...words('action')];
	// Both sides have "sent" what they wrote.
	const statuses = words('status').filter((word) => word !== 'sent');
	const told = [...words('direction'), ...words('actor_type'), ...words('author_type'), ...persons.map(({ type }) => wordOf(type)), ...statuses];
	const writers = told.map((word) => WRITERS.get(word)).filter((each) => each !== undefined);
	if (writers.includes('automation') || words('record_type').some((word) => WRITERS.get(word) === 'automation')) return 'automation';
	if (writers.length > 0) return writers[0]!;
	const isContact = (person: IDataObject) =>
		['id', 'email'].some((name) => wordOf(person[name]) !== '' && wordOf(person[name]) === wordOf(contact[name]));
	if (persons.some(isContact)) return 'customer';
	return kinds.some((word) => INTERNAL.test(word)) ? 'teammate' : 'unknown';
}

function people(parts: IDataObject[]): IDataObject[] {
	return parts.flatMap((part) => [part.actor, part.author, part.sender, part.from, part.user].filter(isObject));
}

/** Under other names than the contract's the text is HTML where it has tags. What has none is bare, whatever it is called. */
function textsOf(parts: IDataObject[]): MessageTexts {
	const named = (...names: string[]) => parts.flatMap((part) => names.map((name) => textOf(part[name]))).find((text) => text !== undefined);
	const html = named('html_body') ?? named('message', 'body', 'text');
	const text = named('text_body');
	const isHtml = html !== undefined && (HTML_TAG.test(html) || (text === undefined && HTML_ENTITY.test(html)));
	return isHtml ? { html, text } : { text: text ?? html };
}

const HTML_TAG = /<\/?(?:p|div|br|span|table|tr|td|b|i|em|strong|a|ul|ol|li|h\d|blockquote|pre|html|body|img|font)\b/i;
const HTML_ENTITY = /&(?:\w{2,8}|#\d{1,6});/;

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function wordOf(value: unknown): string {
	return isId(value) ? String(value).trim().toLowerCase() : '';
}
