import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import type { Input } from '../field';
import { shown, type Name, type FieldValue } from '../values';
import { inboxesOf } from './conversations';
import { ifListed, MAX_PAGES_TO_CHOOSE_FROM, recall, rowsOf, type Lookup } from './lookup';
import { noneCalled, recordCalled, type Named } from './named';

const WORDING = { noun: 'custom field', id: 'key' };

export async function fieldsOfInbox(lookup: Lookup, inboxId: string): Promise<Named[]> {
	return await recall(lookup, `custom fields of ${inboxId}`, async () => {
		const rows = await rowsOf(lookup, 'listInboxCustomFields', { inboxId }, MAX_PAGES_TO_CHOOSE_FROM);
		return rows.flatMap(({ key, name }) =>
			key && typeof key === 'string' ? [{ id: key, name: typeof name === 'string' && name ? name : key }] : [],
		);
	});
}

export async function valuesByKey(values: FieldValue[], input: Input, lookup: Lookup): Promise<IDataObject> {
	const keys = await keysOf(
		values.map(([field]) => field),
		input,
		lookup,
	);
	const repeated = keys.find((key, index) => keys.indexOf(key) < index);
	if (repeated !== undefined)
		throw new InputError(`The custom field ${shown(repeated)} is given twice`, 'Remove all but one of them.');
	return Object.fromEntries(values.map(([, value], index) => [keys[index]!, value])) as IDataObject;
}

/**
 * Returns the keys of fields given by key or name. Throws {InputError} for an unknown or ambiguous name. If fields are
 * not listed, the texts are keys.
 */
export async function keysOf(fields: Name[], input: Input, lookup: Lookup): Promise<string[]> {
	if (fields.every(({ isChosen }) => isChosen)) return fields.map(({ text }) => text);
	const inboxIds = await inboxesOf(lookup, input);
	const listed: Named[] = [];
	for (const id of inboxIds) {
		const found = await ifListed(lookup, `known fields of ${id}`, async () => await fieldsOfInbox(lookup, id));
		listed.push(...(found ?? []));
		if (!found || fields.every(({ text }) => recordCalled(text, listed, WORDING))) break;
	}
	return fields.map(({ text, isChosen }) => {
		if (isChosen || listed.length === 0) return text;
		const found = recordCalled(text, listed, WORDING);
		if (!found) throw noneCalled(text, listed, WORDING);
		return found.id;
	});
}
