import { IDataObject } from 'n8n-workflow';

import { currentUserIn, identified, InputError, isId, recordIn } from '../../../transport';
import { requestTo } from '../endpoint';
import { ME, NOBODY } from '../names';
import { addressKey, isAddress, shown } from '../values';
import { idCalled } from './byName';
import { ifListed, recall, rowsOf, undefinedIfRefused, Lookup } from './lookup';
import { notListed } from './named';

/** Returns the ID of a teammate given by ID, email address, "me" or name. Returns "nobody" unchanged. */
export async function teammateIdOf(given: string, lookup: Lookup) {
	if (given === ME)
		return await recall(lookup, 'current user', async () => {
			const { body } = await lookup.send(requestTo('getCurrentUser'));
			return String(identified(currentUserIn(body), 'user').id);
		});
	if (given === NOBODY) return given;
	if (!isAddress(given)) return await idCalled(given, 'teammate', lookup);
	const teammates = await ifListed(lookup, 'teammates', () => rowsOf(lookup, 'listUsers'));
	if (!teammates)
		throw notListed(given, 'teammates', "Use the teammate's ID: conversations show it as 'assignable_id'.");
	const [found, ...more] = teammates.filter(({ email }) => addressKey(email ?? '') === addressKey(given));
	if (found && more.length === 0) return String(found.id);
	throw new InputError(
		`${found ? 'Several teammates have' : 'No teammate has'} the email address ${shown(given)}`,
		"Check the address, or use the teammate's ID.",
	);
}

/** Returns null if nobody is assigned, or if the helpdesk does not show the teammate. */
export async function teammateName(userId: unknown, lookup: Lookup): Promise<IDataObject[string]> {
	if (!isId(userId)) return null;
	const { name, email } = await recall(lookup, `teammate ${userId}`, async () => {
		const found = lookup.send(requestTo('getUser', { userId })).then(({ body }) => recordIn(body));
		return (await undefinedIfRefused(found)) ?? {};
	});
	return name || email || null;
}
