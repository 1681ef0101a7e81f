import { IDataObject } from 'n8n-workflow';

import { isObject } from '../../transport';
import { withText } from './text/lines';
import { isNothing } from './values';

/** At most ten fields, each with the paths in a record to try in order. */
export type Simple = Readonly<Record<string, readonly Path[]>>;

type Path = readonly string[];

/** Looked up, because records show only the ID. */
export const ASSIGNEE_NAME = 'assignee_name';

export const URL_FIELD = 'url';

/** `contact.name` becomes `contact_name`. */
const fields = (paths: string): Simple =>
	Object.fromEntries(paths.split(' ').map((path) => [path.replaceAll('.', '_'), [path.split('.')]]));

/** A thread entry contains a message, or is one (contract, Endpoint details not shown). */
const ofMessage = (names: string): Simple =>
	Object.fromEntries(names.split(' ').map((name) => [name, [['event', name], [name]]]));

export const simpleConversation: Simple = {
	...fields('id ticket_id subject status priority contact.name contact.email tags'),
	// Some lists contain only an excerpt.
	last_message_text: [['last_message', 'text_body'], ['last_message', 'excerpt'], ['excerpt']],
	...fields('last_message_created_at'),
};

/** Output only if chosen. `withAdded` completes the last two. */
export const moreOfConversation: Simple = {
	...fields('contact.id'),
	[ASSIGNEE_NAME]: [['assignable_id']],
	[URL_FIELD]: [],
};

export const simpleContact = fields('id name email company job_title conversations_count created_at');

/** Some of these fields are added by `messageRow`. */
export const simpleMessage: Simple = {
	...ofMessage('id'),
	...fields('conversation_id from from_name kind'),
	thread_event_id: [['id']],
	...ofMessage('text_body cc created_at'),
	attachments: [['event', 'downloadable_attachments'], ['downloadable_attachments']],
};

export const simpleAutomation = fields(
	'id name active automatic uses_count last_used_at created_at updated_at created_by.id created_by.name',
);

export const simpleTeammate = fields(
	'id name email role presence job_title phone timezone active_organization_id created_at',
);

/** Returns those fields that the record has; the whole record if it has none. */
export function simplified(record: IDataObject, simple: Simple): IDataObject {
	const kept = valuesOf(record, simple).filter(([, value]) => value !== undefined);
	return kept.length > 0 ? Object.fromEntries(kept) : record;
}

/** Returns the fields, null if missing; the whole record if it lacks all. */
export function chosen(record: IDataObject, simple: Simple): IDataObject {
	const values = valuesOf(record, simple).map(([name, value]) => [name, value ?? null] as const);
	return values.some(([, value]) => value !== null) ? Object.fromEntries(values) : record;
}

/** Prefers the first path with a filled value. */
function valuesOf(record: IDataObject, simple: Simple): Array<[name: string, value: IDataObject[string]]> {
	const readable = withText(record);
	return Object.entries(simple).map(([name, paths]) => {
		const found = paths.map((path) => valueAt(readable, path)).filter((value) => value !== undefined);
		return [name, found.find((value) => !isNothing(value)) ?? found[0]];
	});
}

export function valueAt(record: IDataObject, path: Path): IDataObject[string] {
	let value: IDataObject[string] = record;
	for (const name of path) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}
