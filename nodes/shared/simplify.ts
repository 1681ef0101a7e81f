import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../transport';

/** Simplify's fields, at most ten, each with the paths in a record that are tried in order. */
export type Simple = Readonly<Record<string, readonly Path[]>>;

export type Path = readonly string[];

/** `contact.name` becomes `contact_name`. */
const fields = (paths: string): Simple =>
	Object.fromEntries(paths.split(' ').map((path) => [path.replaceAll('.', '_'), [path.split('.')]]));

/** A thread entry contains a message, or is the message (contract, Endpoint details not shown). */
const ofMessage = (names: string): Simple =>
	Object.fromEntries(names.split(' ').map((name) => [name, [['event', name], [name]]]));

export const simpleConversation = fields(
	'id ticket_id subject status priority contact.name contact.email assignable_id tags last_message_created_at',
);

export const simpleContact = fields('id name email company job_title conversations_count created_at');

export const simpleMessage: Simple = {
	...ofMessage('id'),
	thread_event_id: [['id']],
	...ofMessage('text_body direction record_type cc created_at'),
	...fields('action actor_type'),
	attachments: [['event', 'downloadable_attachments'], ['downloadable_attachments']],
};

export const simpleAutomation = fields(
	'id name active automatic uses_count last_used_at created_at updated_at created_by.id created_by.name',
);

export const simpleTeammate = fields(
	'id name email role presence job_title phone timezone active_organization_id created_at',
);

/** Returns a record whole if it has none of the fields. */
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
