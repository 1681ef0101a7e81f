import { IDataObject } from 'n8n-workflow';

import { beginOf, InputError } from '../../../transport';
import { filledText, normal, shown, tidy } from '../values';

export interface Named {
	id: string;
	name: string;
	/** Other IDs of this name, in other inboxes. */
	others?: string[];
}

/** For errors: "tag", "ID" and " of the inbox". */
interface Wording {
	noun: string;
	id: string;
	owner?: string;
}

/** Counts as an ID even if it is not listed. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 100;

export function namedIn({ id, name }: IDataObject): Named {
	return { id: String(id), name: filledText(name) ?? String(id) };
}

/** Finds a record by ID, exact name, or name in other capitals. Throws {InputError} if several match. */
export function recordCalled(text: string, records: Named[], { noun, id, owner = '' }: Wording) {
	const tests: Array<(record: Named) => boolean> = [
		({ id, others = [] }) => [id, ...others].includes(text),
		({ name }) => tidy(name).normalize('NFC') === text.normalize('NFC'),
		({ name }) => normal(name) === normal(text),
	];
	for (const test of tests) {
		const found = uniqueById(records.filter(test));
		if (found.length === 1) return found[0];
		if (found.length > 1)
			throw new InputError(
				`${found.length} ${noun.replace(/x$/, 'xe')}s${owner} are named ${short(text)}`,
				`Enter one by its ${id}: ${found.map((record) => record.id).join(', ')}.`,
			);
	}
	return undefined;
}

export function noneCalled(text: string, records: Named[], { noun, owner = '' }: Wording) {
	const names = [...new Set(records.map(({ name }) => short(name)))].sort();
	const others = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
	return new InputError(
		`No ${noun}${owner} is named ${short(text)}`,
		names.length === 0
			? 'There is none: create one in the helpdesk.'
			: `It has ${names.slice(0, MAX_NAMED).join(', ')}${others}.`,
	);
}

export class NotListedError extends InputError {}

export function notListed(given: string, records: string, todo: string) {
	return new NotListedError(
		`${shown(given)} was not found, because your helpdesk does not list its ${records}`,
		todo,
	);
}

export function uniqueById<T extends { id: string }>(records: T[]) {
	return [...new Map(records.map((record) => [record.id, record])).values()];
}

const short = (name: string) => `"${beginOf(name, MAX_NAME_LENGTH)}"`;
