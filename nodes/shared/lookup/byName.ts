import { InputError } from '../../../transport';
import { filledText, isIdText, shown } from '../values';
import { ifListed, rowsOf, Lookup } from './lookup';
import { noneCalled, recordCalled, UUID } from './named';

const LISTS = { inbox: ['inboxes', 'listInboxes'], teammate: ['teammates', 'listUsers'] } as const;

/** Returns the ID of an inbox or teammate that a model may have named. */
export async function idCalled(given: string, noun: keyof typeof LISTS, lookup: Lookup): Promise<string> {
	if (!lookup.byName || UUID.test(given)) return given;
	const [question, operationId] = LISTS[noun];
	const rows = await ifListed(lookup, question, () => rowsOf(lookup, operationId));
	if (!rows && isIdText(given)) return given;
	if (!rows)
		throw new InputError(
			`${shown(given)} was not found, because your helpdesk does not list its ${question}`,
			'Use the ID.',
		);
	const records = rows.map(({ id, name }) => ({ id: String(id), name: filledText(name) ?? String(id) }));
	const found = recordCalled(given, records, { noun, id: 'ID' });
	if (found) return found.id;
	throw noneCalled(given, records, { noun, id: 'ID' });
}
