import { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import { createdAt, emptied } from './columns';
import { eventItems, RecordEvents } from './comparison';
import { Change, EventChoices } from './events';
import { withinBudget, ListPage } from './plan';
import { SavedContacts } from './state';
import { cellOf, Table, UNKNOWN, Row } from './table';

export type ContactPages = (page: number) => Promise<ListPage>;

/**
 * Reads all contacts, because their order is not specified (contract, GET /contacts). The next poll continues a long
 * list. An unknown contact is new if it was created after the first poll began. Without `created_at`, it is new if
 * an earlier full reading found no unknown contact.
 *
 * @param capacity in bytes. Throws {InputError} if the contacts do not fit.
 */
export async function readContacts(
	saved: SavedContacts | undefined,
	choices: EventChoices,
	read: ContactPages,
	capacity: number,
) {
	const { contactFields } = choices;
	const table = new Table(contactFields, saved, capacity, false);
	let { since = 0, page = 1, isScanned = false, unknown = 0 } = saved ?? {};
	const recordEvents = new Map<unknown, RecordEvents>();
	const seen: IDataObject[] = [];
	await withinBudget(async () => {
		for (let isOver = false; !isOver;) {
			const { records, isEnd, time } = await read(page);
			since ||= time ?? 0;
			for (const record of records) see(record);
			if (table.size + recordEvents.size > table.capacity)
				throw new InputError(
					`The trigger can watch at most ${table.capacity} contacts with these fields`,
					'Choose fewer fields, or read the contacts with Get Many on a schedule instead.',
				);
			// Pages shift while they are read, so the initial scan repeats until it finds nobody unknown.
			isOver = isEnd && (isScanned || unknown === 0 || page === 1);
			page = isEnd ? 1 : page + 1;
			if (isOver) isScanned = true;
			if (isEnd) unknown = 0;
		}
	});
	return {
		recordEvents: [...recordEvents.values()],
		records: seen,
		save: (emitted: RecordEvents[]): SavedContacts => {
			for (const { id, row } of emitted) table.set(id, row);
			return { ...table.save(), since, page, isScanned, unknown };
		},
	};

	function see(record: IDataObject) {
		seen.push(record);
		const known = table.get(record.id);
		if (!known) unknown += 1;
		const cells = contactFields.map((field) => cellOf(emptied(record[field])));
		const row: Row = { touched: 0, mark: '-', cells };
		const cell = (field: string) => known?.cells[contactFields.indexOf(field)] ?? UNKNOWN;
		const change: Change = {
			record,
			isNew: !known && (since > 0 && record.created_at !== undefined ? createdAt(record) >= since : isScanned),
			differs: (field) => cell(field) !== cells[contactFields.indexOf(field)],
			before: () => null,
			isKnown: (field) => cell(field) !== UNKNOWN,
			messages: [],
			now: since,
		};
		const items = eventItems(change, choices, true);
		if (items.length > 0) recordEvents.set(record.id, { id: record.id, at: createdAt(record), row, items });
		else table.set(record.id, row);
	}
}
