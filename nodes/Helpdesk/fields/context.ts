import { IANAZone } from 'luxon';

import { InputError } from '../../../transport';
import type { Field, ReadContext } from '../../shared/field';
import { count, onOrOff, text } from '../../shared/fields/readers';

/** Head, subject and the frames of a few messages take as much. */
const MIN_BUDGET = 2_000;

const includeNotes: Field = {
	property: {
		displayName: 'Include Notes',
		name: 'includeNotes',
		type: 'boolean',
		default: false,
		description: 'Whether what only the team sees comes too: notes and forwarded messages, marked as such',
	},
	read: onOrOff,
	sent: false,
};

const mostRecentMessages: Field = {
	property: {
		displayName: 'Most Recent Messages',
		name: 'mostRecentMessages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 20,
		description: 'How many messages come at most, the latest ones; the text says how many came before them',
	},
	read: count,
	sent: false,
};

const characterBudget: Field = {
	property: {
		displayName: 'Character Budget',
		name: 'characterBudget',
		type: 'number',
		typeOptions: { minValue: MIN_BUDGET },
		default: 20_000,
		description:
			'How many characters the text has at most, about four to a word of a model. What is too much is cut from the middle, of the conversation and of long messages, and the text says so.',
	},
	read: (value, context) => {
		const budget = count(value, context);
		if (budget >= MIN_BUDGET) return budget;
		throw new InputError(`${context.label} must be at least ${MIN_BUDGET}`, 'With less there would be no room for what the messages say.');
	},
	sent: false,
};

const timeZone: Field = {
	property: {
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description: 'In which times are written, by its name in the list of IANA; by default the time zone of the workflow',
	},
	read: zoneName,
	sent: false,
};

function zoneName(value: unknown, context: ReadContext): string | undefined {
	const name = text(value, context)?.trim();
	if (name === undefined || IANAZone.isValidZone(name)) return name;
	throw new InputError(`${context.label} is not known`, 'Enter the name of a time zone such as Europe/Berlin or America/New_York.');
}

export const contextOptions: Field[] = [characterBudget, includeNotes, mostRecentMessages, timeZone];
