import { isIdText } from '../values';
import { ifListed, rowsOf, Lookup } from './lookup';
import { namedIn, noneCalled, notListed, recordCalled, UUID } from './named';

const LISTS = { inbox: ['inboxes', 'listInboxes'], teammate: ['teammates', 'listUsers'] } as const;

/** Returns the ID of an inbox or teammate. A model may give its name. */
export async function idCalled(given: string, noun: keyof typeof LISTS, lookup: Lookup) {
	if (!lookup.byName || UUID.test(given)) return given;
	const [question, operationId] = LISTS[noun];
	const rows = await ifListed(lookup, question, () => rowsOf(lookup, operationId));
	if (!rows) return unlistedId(given, question);
	const records = rows.map(namedIn);
	const wording = { noun, id: 'ID' };
	const found = recordCalled(given, records, wording);
	if (found) return found.id;
	throw noneCalled(given, records, wording);
}

/** Returns a text that looks like an ID. Throws {NotListedError} for a name: it would find nothing. */
export function unlistedId(given: string, records: string) {
	if (isIdText(given) && /[\d_]/.test(given)) return given;
	throw notListed(given, records, '');
}
