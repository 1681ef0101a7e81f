import {
	simplify as forAll,
	like,
	oneOf,
	number,
	text,
	toggle,
	closedStatuses,
	countedIn,
	openingHours,
	openingZone,
	OWN_ZONE,
	zone,
} from '../../shared';

/** A tool of an AI agent has `output` instead. */
export const simplify = like(forAll, { show: { '@tool': [false] } });

export const output = oneOf(
	'output',
	"Which fields the AI agent gets. Fewer fields use less of the model's context.",
	{
		raw: ['Raw', 'All fields'],
		selected: ['Selected Fields', "Those of 'Fields to Output'"],
		simplified: ['Simplified', 'The ten most used fields'],
	},
	{ default: 'simplified', show: { '@tool': [true] } },
);

const computedFields = toggle(
	'computedFields',
	'Whether to add how long the customer has waited at least. Empty if not known.',
	{ displayName: 'Add Waiting Time' },
);

/** Named so because Get Context has another 'Time Zone'. */
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
		// Enough for the head and a few messages.
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
