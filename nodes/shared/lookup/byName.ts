import { isIdText } from '../values';
import { ifListed, rowsOf, Lookup } from './lookup';
import { namedIn, noneCalled, notListed, recordCalled, UUID } from './named';

const LISTS = { inbox: ['inboxes', 'listInboxes'], teammate: ['teammates', 'listUsers'] } as const;

/** Returns the ID of an inbox or teammate. A model may give its name. */
export async function idCalled(given: string, noun: keyof typeof LISTS, lookup: Lookup) {
	if (!lookup.byName || UUID.test(given)) return given;
	const [question, operationId] = LISTS[noun];
	const rows = await ifListed(lookup, question, () => rowsOf(lookup, operationId));
	if (!rows && isIdText(given)) return given;
	if (!rows) throw notListed(given, question, 'Use the ID.');
	const records = rows.map(namedIn);
	const wording = { noun, id: 'ID' };
	const found = recordCalled(given, records, wording);
	if (found) return found.id;
	throw noneCalled(given, records, wording);
}
