import { IANAZone } from 'luxon';

import { InputError } from '../../../transport';
import { choice, text, textList } from '../../shared/fields/readers';
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

const countedIn: Field = {
	property: {
		displayName: 'Count',
		name: 'countedIn',
		type: 'options',
		options: [
			{ name: 'All Hours', value: 'allHours', description: 'Day and night' },
			{ name: 'Opening Hours', value: 'openingHours', description: 'Only while the team is there' },
		],
		default: 'allHours',
		description: 'Which hours count',
	},
	read: choice('allHours', 'openingHours'),
};

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const openingDays: Field = {
	property: {
		displayName: 'Opening Days',
		name: 'openingDays',
		type: 'multiOptions',
		required: true,
		options: DAYS.map((name, index) => ({ name, value: index + 1 })),
		default: [1, 2, 3, 4, 5],
		description: 'The days of the week on which the team is there',
	},
	read: (value, context) => {
		const days = textList(value, context)?.map(Number);
		if (days?.every((day) => Number.isInteger(day) && day >= 1 && day <= 7) !== false) return days;
		throw new InputError(`${context.label} must be numbers from 1 to 7`, '1 is Monday and 7 is Sunday.');
	},
};

const opensAt = timeOfDay('Opens At', 'opensAt', '09:00', 'When the team begins');
const closesAt = timeOfDay('Closes At', 'closesAt', '17:00', 'When the team goes home; a time before the opening is one of the next day');

const holidays: Field = {
	property: {
		displayName: 'Holidays',
		name: 'holidays',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-12-25, 2027-01-01',
		description: 'Days on which the team is not there, separated by commas',
	},
	read: (value, context) => {
		const days = textList(value, context);
		const wrong = days?.findIndex((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) ?? -1;
		if (wrong < 0) return days;
		throw new InputError(`${context.label}: entry number ${wrong + 1} is not a day`, 'Write days as in 2026-12-25.');
	},
};

const openingZone: Field = {
	property: {
		displayName: 'Time Zone',
		name: 'openingZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description: 'Of the opening hours. Empty: the time zone of the workflow.',
	},
	read: (value, { label, timezone }: ReadContext) => {
		const zone = text(value)?.trim() ?? timezone;
		if (IANAZone.isValidZone(zone)) return zone;
		throw new InputError(`${label} is not a time zone`, 'Write it as in Europe/Berlin.');
	},
};

function timeOfDay(displayName: string, name: string, usual: string, description: string): Field {
	return {
		property: { displayName, name, type: 'string', required: true, default: usual, placeholder: `e.g. ${usual}`, description },
		read: (value, { label }) => {
			const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text(value)?.trim() ?? '') ?? [];
			const all = Number(hours) * 60 + Number(minutes);
			if (Number(minutes) < 60 && all <= 24 * 60) return all;
			throw new InputError(`${label} is not a time of day`, `Write it as in ${usual}.`);
		},
	};
}

const whereOpening = (field: Field): Field => ({
	...field,
	property: { ...field.property, displayOptions: { show: { countedIn: ['openingHours'] } } },
});

/** What Customer Waiting needs to know. */
export const waitingFields: Field[] = [after, afterUnit, countedIn, ...[openingDays, opensAt, closesAt, holidays, openingZone].map(whereOpening)].map(
	(field) => shownFor(['customerWaiting'], field),
);
