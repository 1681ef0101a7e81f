import type { IDataObject } from 'n8n-workflow';

import { isObject, msOf, threadEntry } from '../../transport';

/** Values are compared without regard to case and surrounding spaces; ids may be numbers. */
export function normal(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
}

/** Whether the record tells at all who wrote last. */
export function showsAuthor(record: IDataObject): boolean {
	const { direction } = (record.last_message ?? {}) as IDataObject;
	return normal(direction) !== '' || normal(record.last_message_by) !== '';
}

/** As far as the record tells: where it shows neither field, nobody is known to have written. */
export function isByContact(record: IDataObject, marks: Set<string>): boolean {
	const { id, email, name } = (record.contact ?? {}) as IDataObject;
	const own = [id, email, name].map(normal).filter((text) => text !== '');
	const { direction } = (record.last_message ?? {}) as IDataObject;
	return marks.has(normal(direction)) || marks.has(normal(record.last_message_by)) || own.includes(normal(record.last_message_by));
}

/** The last message is a note among teammates. The specification shows no value of record_type. */
export function isNote(record: IDataObject): boolean {
	const { record_type: type } = (record.last_message ?? {}) as IDataObject;
	return normal(type).includes('note');
}

/** The last message is a draft or a scheduled reply: nobody has got it. That a list may show one there is open. */
function isUnsent({ last_message: message }: IDataObject): boolean {
	return isObject(message) && threadEntry(message).kind === 'unsent';
}

/** Who wrote the last message, as far as the record tells; `nobody` where it is none that the customer wrote or got. */
export function lastWriter(record: IDataObject, marks: string[]): 'customer' | 'teammate' | 'nobody' | 'unknown' {
	if (isNote(record) || isUnsent(record)) return 'nobody';
	if (!showsAuthor(record)) return 'unknown';
	return isByContact(record, new Set(marks)) ? 'customer' : 'teammate';
}

/** When the last message came, in ms; a message updates its conversation, so that it came no later than that. */
export function lastMessageAt(record: IDataObject): number | undefined {
	const { created_at: at } = (record.last_message ?? {}) as IDataObject;
	return msOf(record.last_message_created_at) ?? msOf(at) ?? msOf(record.updated_at) ?? msOf(record.created_at);
}

/** What the last message is known by. */
export function messageKey(record: IDataObject): string {
	const { id, created_at: at } = (record.last_message ?? {}) as IDataObject;
	return String(id ?? at ?? record.last_message_created_at ?? record.messages_count);
}
