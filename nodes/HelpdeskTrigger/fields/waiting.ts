import { InputError } from '../../../transport';
import { choice } from '../../shared/fields/readers';
import { countedIn, openingHours, openingZone } from '../../shared/fields/waiting';
import type { Field, ReadContext } from '../../shared/field';
import { shownFor } from './event';

const after: Field = {
	property: {
		displayName: 'After',
		name: 'after',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 2,
		description: 'For how long nobody has answered the message of a customer',
	},
	read: (value, { label }: ReadContext) => {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && number > 0 && number <= 10_000) return number;
		throw new InputError(`${label} must be a number from 1 to 10000`, 'Enter how many minutes or hours.');
	},
};

const afterUnit: Field = {
	property: {
		displayName: 'Unit',
		name: 'afterUnit',
		type: 'options',
		options: [
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
		default: 'hours',
		description: 'What is counted',
	},
	read: choice('hours', 'minutes'),
};

/** What Customer Waiting needs to know. */
export const waitingFields: Field[] = [after, afterUnit, countedIn, ...openingHours(openingZone)].map((field) =>
	shownFor(['customerWaiting'], field),
);
