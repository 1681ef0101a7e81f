import type { Field } from '../../shared/field';
import { onOrOff } from '../../shared/fields/readers';
import { closedStatuses, countedIn, customerMarks, openingHours, openingZone } from '../../shared/fields/waiting';

const computedFields: Field = {
	property: {
		displayName: 'Computed Fields',
		name: 'computedFields',
		type: 'boolean',
		default: false,
		description:
			'Whether to add since when the customer has waited for an answer, and for how many minutes. Under "waiting_since", "waiting_minutes" and, in opening hours, "waiting_business_minutes"; null where nobody waits, or a note or nothing says who wrote last. Costs no request.',
	},
	read: onOrOff,
	sent: false,
};

/** Under its own name: another option of Get Context is called Time Zone. */
const namedZone: Field = {
	...openingZone,
	property: {
		...openingZone.property,
		displayName: 'Opening Zone',
		description: 'The time zone of the opening hours. Empty: that of the workflow.',
	},
};

/** What an operation that reads conversations is asked to compute, by the rules of the trigger's Customer Waiting. */
export const computedOptions: Field[] = [
	computedFields,
	...[closedStatuses, customerMarks, countedIn, ...openingHours(namedZone)].map((field) => ({
		...field,
		property: { ...field.property, displayOptions: { show: { computedFields: [true], ...field.property.displayOptions?.show } } },
		sent: false as const,
	})),
];
