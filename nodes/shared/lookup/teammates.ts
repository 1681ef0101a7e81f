import { InputError } from '../../../transport';
import { ME } from '../names';
import { addressKey, isAddress, shown } from '../values';
import { currentUserId } from './conversations';
import { ifListed, rowsOf, type Lookup } from './lookup';

/** Returns the ID of a teammate given by ID, e-mail address or "me". Throws {InputError} for an unknown address. */
export async function teammateIdOf(given: string, lookup: Lookup): Promise<string> {
	if (given === ME) return await currentUserId(lookup);
	if (!isAddress(given)) return given;
	const teammates = await ifListed(lookup, 'teammates', async () => await rowsOf(lookup, 'listUsers'));
	if (!teammates)
		throw new InputError(
			`${shown(given)} could not be looked up, because your helpdesk does not list its teammates`,
			"Use the teammate's ID: conversations show it as 'assignable_id'.",
		);
	const [found, ...more] = teammates.filter(({ email }) => addressKey(email ?? '') === addressKey(given));
	if (found && more.length === 0) return String(found.id);
	throw new InputError(
		`${found ? 'Several teammates have' : 'No teammate has'} the e-mail address ${shown(given)}`,
		"Check the address, or use the teammate's ID.",
	);
}
