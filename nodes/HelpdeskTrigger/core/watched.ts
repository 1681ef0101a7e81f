import type { IDataObject } from 'n8n-workflow';

import { isByContact, messageKey, normal } from '../../shared/lastMessage';
import { shortHash, VALUE_LENGTH, type ValueTable } from './fingerprints';
import type { TriggerEvent } from './protocol';
import { rules } from './seams';
import type { Times } from './times';
import type { Waits } from './waits';

/** What is watched in a conversation. */
export interface Watched {
	/** The names in a fingerprint, each VALUE_LENGTH wide; one for the message, which is wider. */
	names: string[];
	/** Length of a fingerprint. */
	width: number;
	/**
	 * What is watched, as a fingerprint; undefined where the record shows nothing of it.
	 *
	 * @param now the server's time as far as it is known, in ms
	 */
	fingerprint(record: IDataObject, values: ValueTable, times?: Times, now?: number): string | undefined;
	/** When what is watched changed last, at the latest, in ms. */
	changedAt(times: Times): number;
	/** The names whose values differ. */
	differing(before: string, now: string): string[];
	/** The value of a name as an event tells it. */
	valueOf(name: string, record: IDataObject): unknown;
	/** What is told instead of changes. */
	views?: Views;
}

/** Events that ask for a state that was reached (docs/decisions/trigger-events.md). */
export interface Views {
	/**
	 * What is told of a conversation of which some names differ, or were never looked at.
	 *
	 * @param hashes how a name was, UNKNOWN where that is not known or counts anew, how it is, and how the last look showed it
	 * @param now the server's time, in ms
	 */
	tell(
		record: IDataObject,
		names: string[],
		hashes: (name: string) => { was: string; is: string; seen: string },
		values: ValueTable,
		now: number,
	): TriggerEvent[];
	/**
	 * How a name counts of which only some things are told, as a hash.
	 *
	 * @param was its hash before
	 */
	afterSome(told: TriggerEvent[], record: IDataObject, was: string, values: ValueTable): string;
	/** Whether a name got to what it is at `since` (ms) or later, as far as the record shows it. */
	isReachedSince(name: string, record: IDataObject, times: Times, since: number): boolean;
	/** Who waits for an answer, where that is asked for. */
	waits?: Waits;
	/** Bytes of the room for fingerprints that is needed for something else. */
	besides: number;
}

/** A customer's message, or changed fields. */
export const MESSAGE = 'message';

/** Stands for a value that was never looked at: nothing differs from it. */
export const UNKNOWN = '....';

/**
 * How each field that can be watched is read from a record. A field that is absent, null or empty holds nothing, so that
 * one that comes and goes with its value is a change all the same.
 */
export const READERS: Record<string, (record: IDataObject) => unknown> = {
	status: ({ status }) => status,
	priority: ({ priority }) => priority,
	assignee: ({ assignable_id: id }) => id,
	tags: ({ tags }) => (Array.isArray(tags) && tags.length > 0 ? tags.map(tagName).sort() : undefined),
	subject: ({ subject, updated_subject: updated }) => updated || subject,
	other: otherFields,
};

/** Everything that can be watched by name, in the order of a fingerprint. */
export const UPDATE_FIELDS = ['status', 'priority', 'assignee', 'tags', 'subject'];

/** Fields that change without anybody changing the conversation, and those that are watched by name. */
const NOT_OTHER = new Set([
	'viewer_id',
	'viewed_at',
	'updated_at',
	'last_message',
	'contact',
	'status',
	'priority',
	'assignable_id',
	'assignable_type',
	'tags',
	'subject',
	'updated_subject',
]);

/** What a customer wrote is never remembered, only its hash. */
const REMEMBERED = new Set(['status', 'priority', 'assignee', 'tags']);

/** Changes of these fields; `any` means all of them and everything else in the record. */
export function watchedFields(watchFields: string[]): Watched {
	const names = watchFields.includes('any') ? [...UPDATE_FIELDS, 'other'] : UPDATE_FIELDS.filter((name) => watchFields.includes(name));
	return {
		names,
		width: names.length * VALUE_LENGTH,
		fingerprint: (record, values) => names.map((name) => values.learn(valueOf(name, record), REMEMBERED.has(name))).join(''),
		changedAt: ({ latest }) => latest,
		differing: (before, now) => names.filter((_, index) => rules.differs(valueAt(before, index), valueAt(now, index), UNKNOWN)),
		valueOf: (name, record) => (name === 'other' ? null : (READERS[name]!(record) ?? null)),
	};
}

/** The hash of one field in a fingerprint. */
export function valueAt(fingerprint: string, index: number): string {
	return fingerprint.slice(index * VALUE_LENGTH, (index + 1) * VALUE_LENGTH);
}

/** What a fingerprint of other fields tells of these. */
export function convertFingerprint(from: string[], to: string[]): (fingerprint: string) => string {
	const places = to.map((name) => from.indexOf(name));
	return (fingerprint) => places.map((place) => (place < 0 ? UNKNOWN : valueAt(fingerprint, place))).join('');
}

function valueOf(name: string, record: IDataObject): unknown {
	const value = READERS[name]!(record);
	return value === '' ? null : value;
}

export function tagName(tag: unknown): string {
	const { id, name } = (typeof tag === 'object' && tag !== null ? tag : { id: tag }) as IDataObject;
	return String(id ?? name);
}

function otherFields(record: IDataObject): unknown {
	const { contact, last_message: message } = record as { contact?: IDataObject; last_message?: IDataObject };
	const names = Object.keys(record).filter((name) => !NOT_OTHER.has(name));
	return [names.sort().map((name) => [name, record[name]]), contact?.id ?? null, message?.id ?? null];
}

const MESSAGE_WIDTH = 6;

/**
 * The last message of a conversation, where a contact wrote it. The specification shows no value of
 * last_message_by or last_message.direction, so `marks` says which of them stand for a contact; the
 * contact's own id, e-mail address and name do too.
 */
export function customerMessages(marks: string[]): Watched {
	const known = new Set(marks.map(normal));
	return {
		names: [MESSAGE],
		width: MESSAGE_WIDTH,
		fingerprint: (record) => (isByContact(record, known) ? shortHash(messageKey(record), MESSAGE_WIDTH) : undefined),
		changedAt: ({ lastMessage }) => lastMessage,
		differing: (before, now) => (before === now ? [] : [MESSAGE]),
		valueOf: () => null,
	};
}

/** A field that is absent, null or empty holds nothing. */
export function emptied(value: unknown): unknown {
	return value === undefined || value === '' ? null : value;
}
