import { IDataObject } from 'n8n-workflow';

import { isObject, msOf } from '../../../transport';
import { lastMessageAt, lastMessageIn, messageKey, normal } from '../../shared';

/** Returns when a record was created, in ms; 0 if not shown. */
export function createdAt({ created_at: at }: IDataObject) {
	return msOf(at) ?? 0;
}

/** Returns the latest time in a record, in ms. Ignores a message dated after `now`, the server's time. */
export function touchedAt(record: IDataObject, now: number) {
	return Math.max(createdAt(record), msOf(record.updated_at) ?? 0, lastMessageAt(record, now) ?? 0);
}

/** Reads a column's value. A later event outputs `shown` as `from`, so it must not be a customer's text. */
type Column = (
	record: IDataObject,
	chosen: { customField: string; customFieldValues: string[] },
) => { value: unknown; shown?: unknown };

function plain(read: (record: IDataObject) => unknown): Column {
	return (record) => {
		const value = emptied(read(record));
		return { value, shown: value };
	};
}

/** Two more columns, `waiting` and `settled`, come from waits.ts (see `rowOf` in comparison.ts). */
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
	subject: ({ subject, updated_subject: updated }) => ({ value: emptied(updated || subject) }),
	other: (record) => ({ value: otherFields(record) }),
	last: (record) => ({ value: messageKey(record) }),
	count: ({ messages_count: count }) => ({ value: count }),
	field: ({ custom_field_values: fields }, { customField, customFieldValues }) => {
		const value = emptied(((fields ?? {}) as IDataObject)[customField]);
		return typeof value !== 'string' || customFieldValues.includes(normal(value))
			? { value, shown: value }
			: { value };
	},
};

export const MESSAGE_COLUMNS = ['last', 'count'];

export const WATCHABLE = ['status', 'priority', 'assignee', 'tags', 'subject'];

/** Fields with their own column, and fields that change by themselves. */
const NOT_OTHER = (
	'id viewer_id viewed_at updated_at last_message contact status priority assignable_id assignable_type tags ' +
	'subject updated_subject'
).split(' ');

function otherFields(record: IDataObject) {
	const names = Object.keys(record).filter((name) => !NOT_OTHER.includes(name));
	const contact = record.contact as IDataObject | undefined;
	return [names.sort().map((name) => [name, record[name]]), contact?.id ?? null, lastMessageIn(record).id ?? null];
}

export function emptied(value: unknown): unknown {
	return value === undefined || value === '' ? null : value;
}

export type Tag = [id: string, name: string];

/** A tag may be an object, a name or an ID. */
export function tagsOf(tags: unknown): Tag[] {
	return (Array.isArray(tags) ? tags : []).map((tag) => {
		const { id, name } = isObject(tag) ? tag : ({ name: tag } as IDataObject);
		return [String(id ?? name), String(name ?? id)];
	});
}
