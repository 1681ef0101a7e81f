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
	"Whether to add the customer's minimum waiting time. Empty if not known.",
	{ displayName: 'Add Waiting Time' },
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
		'Maximum length of the text. The middle is shortened.',
		20_000,
		// Head, subject and a few messages.
		{ typeOptions: { minValue: 2_000 } },
	),
	toggle('includeNotes', 'Whether to include internal notes'),
	number('mostRecentMessages', 'Maximum number of messages. The newest ones are kept.', 20),
	text('timeZone', 'Time zone of all times', {
		hint: OWN_ZONE,
		placeholder: 'e.g. Europe/Berlin',
		blank: { value: undefined },
		kind: zone,
	}),
];
