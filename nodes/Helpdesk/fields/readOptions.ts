import {
	like,
	number,
	text,
	toggle,
	closedStatuses,
	countedIn,
	openingHours,
	openingZone,
	OWN_ZONE,
} from '../../shared/fields';
import { zone } from '../../shared/values';

const computedFields = toggle(
	'computedFields',
	'Whether to add since when, and for how many minutes, the customer has waited at least. Empty if not known.',
);

/** Get Context has a different Time Zone field. */
const namedZone = like(openingZone, {
	displayName: 'Time Zone of Opening Hours',
});

export const computedOptions = [
	computedFields,
	...[closedStatuses, countedIn, ...openingHours(namedZone)].map((field) =>
		like(field, { show: { computedFields: [true] } }),
	),
];

export const contextOptions = [
	number(
		'characterBudget',
		'How many characters the text has at most. Its middle is left out, and the text says so.',
		20_000,
		// Enough for head, subject and a few messages.
		{ typeOptions: { minValue: 2_000 } },
	),
	toggle('includeNotes', 'Whether notes come too, marked as such'),
	number('mostRecentMessages', 'How many messages come at most, the latest ones', 20),
	text('timeZone', 'In which times are written', {
		hint: OWN_ZONE,
		placeholder: 'e.g. Europe/Berlin',
		blank: { value: undefined },
		kind: zone,
	}),
];
