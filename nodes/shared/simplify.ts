import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../transport';

/** The fields that Simplify keeps, per record; the documentation lists the same (contract, Resources). */
export const SIMPLE_CONVERSATION = [
	'id',
	'ticket_id',
	'inbox_id',
	'subject',
	'status',
	'priority',
	'is_spam',
	'is_snoozed',
	'assignable_id',
	'contact',
	'excerpt',
	'messages_count',
	'last_message_by',
	'last_message_created_at',
	'created_at',
	'updated_at',
	'tags',
	'custom_field_values',
] as const;

export const SIMPLE_CONTACT = ['id', 'name', 'email', 'company', 'job_title', 'conversations_count', 'created_at'] as const;

export const SIMPLE_MESSAGE = [
	'id',
	'record_type',
	'action',
	'direction',
	'status',
	'actor_type',
	'cc',
	'text_body',
	'excerpt',
	'event',
	'created_at',
] as const;

export function simpleConversation(conversation: IDataObject): IDataObject {
	const simple = pick(conversation, SIMPLE_CONVERSATION);
	const { contact } = simple;
	return isObject(contact) ? { ...simple, contact: pick(contact, ['id', 'name', 'email']) } : simple;
}

export function simpleContact(contact: IDataObject): IDataObject {
	return pick(contact, SIMPLE_CONTACT);
}

export function simpleMessage(message: IDataObject): IDataObject {
	return pick(message, SIMPLE_MESSAGE);
}

/** A record of which none of the kept fields is known is left whole: better too much than an empty item. */
function pick(record: IDataObject, names: readonly string[]): IDataObject {
	const kept = Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
	return Object.keys(kept).length > 0 ? kept : record;
}
