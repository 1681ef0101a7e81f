import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isId, isObject, namedIn, textsIn, unwrap } from '../../../transport';
import { MAX_PAGES_TO_CHOOSE_FROM, rowsOf, type Lookup } from './lookup';

/** A reply that waits to be sent, as an entry of its conversation's thread shows it (contract, Fields not shown: thread event). */
export interface ScheduledReply {
	messageId: string;
	/** When it is sent; undefined where that is not shown. */
	scheduledAt?: DateTime;
	createdAt?: DateTime;
	/** Its beginning. */
	text: string;
	entry: IDataObject;
}

const MAX_TEXT = 60;

/** The scheduled replies of a conversation, as far as its messages show them. Rejects as reading those does. */
export async function scheduledRepliesOf({ send }: Pick<Lookup, 'send'>, conversationId: string): Promise<ScheduledReply[]> {
	const entries = await rowsOf({ send }, 'listMessages', { conversationId }, MAX_PAGES_TO_CHOOSE_FROM);
	return entries.filter(isWaiting).map(known);
}

/** The ID of the message that an answer to scheduling names; undefined where it names none. */
export function scheduledIdIn(body: unknown): string | undefined {
	const id = namedIn(body, 'message_id');
	if (isId(id)) return String(id);
	const record = unwrap(body);
	return isObject(record) && isWaiting(record) && isId(messageOf(record).id) ? known(record).messageId : undefined;
}

function known(entry: IDataObject): ScheduledReply {
	const message = messageOf(entry);
	const plain = [message.excerpt, message.text_body].find((each) => typeof each === 'string' && each !== '') as string | undefined;
	const text = plain ?? textsIn(entry).texts[0]?.replace(/<[^<>]*>/g, ' ') ?? '';
	return {
		messageId: String(message.id),
		scheduledAt: moment(inEntry(entry, 'scheduled_at')),
		createdAt: moment(inEntry(entry, 'created_at')),
		text: text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT),
		entry,
	};
}

/** An entry of a thread has its message within it, or is the message itself. */
function messageOf(entry: IDataObject): IDataObject {
	return isObject(entry.event) ? { ...entry.event, id: entry.event.id ?? entry.id } : entry;
}

/** Says so in a word, or has a time to be sent at and no word that it was. */
function isWaiting(entry: IDataObject): boolean {
	const status = String(messageOf(entry).status);
	if (/schedul/i.test(status)) return true;
	if (/sent|deliver|cancel|fail/i.test(status)) return false;
	const words = [inEntry(entry, 'action'), inEntry(entry, 'record_type')];
	return words.some((word) => /^scheduled/i.test(String(word))) || moment(inEntry(entry, 'scheduled_at')) !== undefined;
}

/** What stands under a name in the entry, its message, or the `extra` of either. */
function inEntry(entry: IDataObject, name: string): unknown {
	const parts = [messageOf(entry), entry].flatMap((part) => [part, part.extra]).filter((part) => isObject(part));
	return parts.map((part) => part[name]).find((value) => value !== undefined && value !== null);
}

/** Without a zone it is in UTC (contract, Resources). */
function moment(value: unknown): DateTime | undefined {
	const time = typeof value === 'string' ? DateTime.fromISO(value, { zone: 'utc' }) : undefined;
	return time?.isValid ? time : undefined;
}
