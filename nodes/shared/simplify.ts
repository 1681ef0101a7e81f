import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../transport';

/**
 * The fields that Simplify keeps, the most used first and at most ten: where each stands in a record, as the names on the
 * way to it, by its name in the output. Of several places the first that the record has counts.
 */
export type Simple = Readonly<Record<string, readonly Path[]>>;

export type Path = readonly string[];

/** Fields under their own names, nested ones flattened: `contact.name` becomes `contact_name`. */
const fields = (...paths: string[]): Simple => Object.fromEntries(paths.map((path) => [path.replaceAll('.', '_'), [path.split('.')]]));

/** An entry of a thread has its message within it, or is the message itself (contract, Endpoint details not shown). */
const ofMessage = (...names: string[]): Simple => Object.fromEntries(names.map((name) => [name, [['event', name], [name]]]));

export const simpleConversation = fields(
	'id',
	'ticket_id',
	'subject',
	'status',
	'priority',
	'contact.name',
	'contact.email',
	'contact.id',
	'inbox_id',
	'assignable_id',
);

export const simpleContact = fields('id', 'name', 'email', 'company', 'job_title', 'conversations_count', 'created_at');

export const simpleMessage: Simple = {
	...fields('id'),
	message_id: [['event', 'id'], ['id']],
	...ofMessage('text_body', 'direction', 'status', 'record_type', 'cc', 'created_at'),
	...fields('action', 'actor_type'),
};

export const simpleAutomation = fields(
	'id',
	'name',
	'active',
	'automatic',
	'uses_count',
	'last_used_at',
	'created_at',
	'updated_at',
	'created_by.id',
	'created_by.name',
);

export const simpleTeammate = fields(
	'id',
	'name',
	'email',
	'role',
	'presence',
	'job_title',
	'phone',
	'timezone',
	'active_organization_id',
	'created_at',
);

/** A record with the kept fields alone. One of which none is known is left whole: better too much than an empty item. */
export function simplified(record: IDataObject, simple: Simple): IDataObject {
	const kept = Object.entries(simple).flatMap(([name, paths]) => {
		const found = paths.map((path) => valueAt(record, path)).find((value) => value !== undefined);
		return found === undefined ? [] : [[name, found] as const];
	});
	return kept.length > 0 ? Object.fromEntries(kept) : record;
}

function valueAt(record: IDataObject, path: Path): IDataObject[string] {
	let value: IDataObject[string] = record;
	for (const name of path) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}
