import { IDataObject } from 'n8n-workflow';

import { recordFields } from '../../../contract/endpoints';
import { InputError } from '../../../transport';
import { Input } from '../field';
import { moreOfConversation, simpleContact, simpleConversation, simpleMessage } from '../simplify';
import { filledText, shown, Name, FieldValue } from '../values';
import { inboxesOf } from './conversations';
import { ifListed, recall, rowsOf, Lookup } from './lookup';
import { namedIn, noneCalled, recordCalled, Named } from './named';

const WORDING = { noun: 'custom field', id: 'key' };

export function fieldsOfInbox(lookup: Lookup, inboxId: string) {
	return recall(lookup, `custom fields of ${inboxId}`, async () => {
		const rows = await rowsOf(lookup, 'listInboxCustomFields', { inboxId });
		return rows.filter(({ key }) => filledText(key)).map(({ key, name }) => namedIn({ id: key, name }));
	});
}

export async function valuesByKey(values: FieldValue[], input: Input, lookup: Lookup) {
	const fields = values.map(([field]) => field);
	const keys = await keysOf(fields, input, lookup);
	const repeated = keys.find((key, index) => keys.indexOf(key) < index);
	if (repeated !== undefined)
		throw new InputError(`The custom field ${shown(repeated)} is given twice`, 'Remove all but one of them.');
	return Object.fromEntries(values.map(([, value], index) => [keys[index]!, value])) as IDataObject;
}

/** Returns the keys of fields given by key or name. Texts count as keys if the helpdesk lists no fields. */
export async function keysOf(fields: Name[], input: Input, lookup: Lookup) {
	const named = fields.filter(({ isChosen }) => !isChosen).map(({ text }) => text);
	const listed = await customFieldsCalled(named, input, lookup);
	return fields.map(({ text, isChosen }) => {
		if (isChosen || listed.length === 0) return text;
		const found = recordCalled(text, listed, WORDING);
		if (!found) throw noneCalled(text, listed, WORDING);
		return found.id;
	});
}

/** Reads the fields of each inbox, until all names are found or an inbox lists none. */
async function customFieldsCalled(names: string[], input: Input, lookup: Lookup) {
	const listed: Named[] = [];
	for (const id of names.length > 0 ? await inboxesOf(lookup, input) : []) {
		const found = await ifListed(lookup, `known fields of ${id}`, () => fieldsOfInbox(lookup, id));
		listed.push(...(found ?? []));
		if (!found || names.every((name) => recordCalled(name, listed, WORDING))) break;
	}
	return listed;
}

/** A field to output. `key` is set if a custom field has this name. */
export interface OutputField {
	name: string;
	key?: string;
}

const SHOWN = new Set<string>([
	...Object.values(recordFields).flat(),
	...Object.keys({ ...simpleConversation, ...moreOfConversation, ...simpleContact, ...simpleMessage }),
]);

/** A name that is not in `SHOWN` may be a custom field or an undocumented one. */
export async function outputFieldsCalled(names: string[], input: Input, lookup: Lookup): Promise<OutputField[]> {
	const others = names.filter((name) => !SHOWN.has(name));
	const listed = await customFieldsCalled(others, input, lookup);
	return names.map((name) => ({ name, key: SHOWN.has(name) ? undefined : recordCalled(name, listed, WORDING)?.id }));
}
