import type { IDataObject } from 'n8n-workflow';

import { msOf } from '../../../transport';
import { lastMessageAt, messageKey, normal } from '../../shared/thread';

/** When a conversation or contact was created, in ms; 0 if that is not shown. */
export function createdAt({ created_at: at }: IDataObject): number {
	return msOf(at) ?? 0;
}

/** When anything happened to a conversation last, in ms, as far as its record shows. */
export function touchedAt(record: IDataObject): number {
	return Math.max(createdAt(record), msOf(record.updated_at) ?? 0, lastMessageAt(record) ?? 0);
}

/** What a column holds for a record. */
export interface Held {
	value: unknown;
	/** The value that a later event may show as `from`; absent for text of customers, which is not stored. */
	shown?: unknown;
}

/** Reads the value that one column of the table stores. */
type Column = (record: IDataObject, chosen: { customField: string; customFieldValues: string[] }) => Held;

const plain =
	(read: (record: IDataObject) => unknown): Column =>
	(record) => ({ value: emptied(read(record)), shown: emptied(read(record)) });

/** What the table can remember of a conversation, by the name of the column. */
export const COLUMNS: Record<string, Column> = {
	status: plain(({ status }) => status),
	priority: plain(({ priority }) => priority),
	assignee: plain(({ assignable_id: id }) => id),
	inbox: plain(({ inbox_id: id }) => id),
	snoozed: plain(({ is_snoozed: is }) => is === true),
	spam: plain(({ is_spam: is, status }) => is === true || normal(status) === 'spam'),
	tags: ({ tags }) => {
		const pairs = tagsOf(tags).sort(([a], [b]) => (a < b ? -1 : 1));
		return pairs.length > 0 ? { value: pairs.map(([id]) => id), shown: pairs } : { value: null };
	},
	// The subject that the helpdesk shows: a changed one has a field of its own.
	subject: ({ subject, updated_subject: updated }) => ({ value: emptied(updated || subject) }),
	other: (record) => ({ value: otherFields(record) }),
	last: (record) => ({ value: messageKey(record) }),
	count: ({ messages_count: count }) => ({ value: count }),
	field: ({ custom_field_values: fields }, { customField, customFieldValues }) => {
		const value = emptied(((fields ?? {}) as IDataObject)[customField]);
		return typeof value !== 'string' || customFieldValues.includes(normal(value)) ? { value, shown: value } : { value };
	},
};

/** Columns that show whether a conversation has new messages: the last message, and how many there are. */
export const MESSAGE_COLUMNS = ['last', 'count'];

/** Columns that Conversation Updated can watch by name. */
export const WATCHABLE = ['status', 'priority', 'assignee', 'tags', 'subject'];

/** Fields with a column of their own, and fields that change while nobody changes the conversation. */
const NOT_OTHER =
	'viewer_id viewed_at updated_at last_message contact status priority assignable_id assignable_type tags subject updated_subject'.split(' ');

function otherFields(record: IDataObject): unknown {
	const { contact, last_message: message } = record as { contact?: IDataObject; last_message?: IDataObject };
	const names = Object.keys(record).filter((name) => !NOT_OTHER.includes(name));
	return [names.sort().map((name) => [name, record[name]]), contact?.id ?? null, message?.id ?? null];
}

/** Null for nothing, an empty text included. */
export function emptied(value: unknown): unknown {
	return value === undefined || value === '' ? null : value;
}

export type Tag = [id: string, name: string];

/** The tags of a conversation: each an object, or its name or ID alone. */
export function tagsOf(tags: unknown): Tag[] {
	return (Array.isArray(tags) ? tags : []).map((tag) => {
		const { id, name } = (typeof tag === 'object' && tag !== null ? tag : { name: tag as unknown }) as IDataObject;
		return [String(id ?? name), String(name ?? id)];
	});
}
