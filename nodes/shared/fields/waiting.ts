import { IANAZone } from 'luxon';

import { InputError } from '../../../transport';
import type { Field, Input } from '../field';
import { normal } from '../lastMessage';
import type { WaitRules } from '../waiting';
import { choice, text, textList, wordList } from './readers';

export const closedStatuses: Field = {
	property: {
		displayName: 'Closed Statuses',
		name: 'closedStatuses',
		type: 'string',
		default: 'Closed',
		description: 'Statuses in which no customer waits for an answer, separated by commas; one that has a comma in "quotation marks"',
	},
	read: (value, context) => wordList(value, context)?.map(normal) ?? [],
};

export const customerMarks: Field = {
	property: {
		displayName: 'Customer Marks',
		name: 'customerMarks',
		type: 'string',
		default: 'contact, customer, incoming, inbound',
		description:
			"Values that say that a contact wrote the last message, as they stand in last_message_by or in the direction of last_message. The API documentation does not show them: look at a conversation with 'Simplify' switched off. The contact's own ID, email and name count too.",
	},
	read: textList,
};

export const countedIn: Field = {
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

export const openingZone: Field = {
	property: {
		displayName: 'Time Zone',
		name: 'openingZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description: 'Of the opening hours. Empty: the time zone of the workflow.',
	},
	read: (value, context) => {
		const zone = text(value, context)?.trim() ?? context.timezone;
		if (IANAZone.isValidZone(zone)) return zone;
		throw new InputError(`${context.label} is not a time zone`, 'Write it as in Europe/Berlin.');
	},
};

function timeOfDay(displayName: string, name: string, usual: string, description: string): Field {
	return {
		property: { displayName, name, type: 'string', required: true, default: usual, placeholder: `e.g. ${usual}`, description },
		read: (value, context) => {
			const match = /^(\d{1,2}):([0-5]\d)$/.exec(String(text(value, context)).trim());
			const all = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
			if (all <= 24 * 60) return all;
			throw new InputError(`${context.label} is not a time of day`, `Write it as in ${usual}.`);
		},
	};
}

/** Which hours are open, where not all count; `zone` is the field of their time zone. */
export const openingHours = (zone: Field): Field[] =>
	[openingDays, opensAt, closesAt, holidays, zone].map((field) => ({
		...field,
		property: { ...field.property, displayOptions: { show: { countedIn: ['openingHours'] } } },
	}));

/** By which rules a customer waits, from what was entered; for what was not its default. */
export function waitRules(input: Input, timezone: string): WaitRules {
	const entered = ({ property: { name, displayName, default: usual }, read }: Field) =>
		input[name] ?? read(usual, { label: displayName, timezone });
	const hours = {
		days: (entered(openingDays) as Array<string | number>).map(Number),
		opens: entered(opensAt) as number,
		closes: entered(closesAt) as number,
		holidays: (entered(holidays) ?? []) as string[],
		zone: entered(openingZone) as string,
	};
	return {
		...(input.countedIn === 'openingHours' && { hours }),
		closed: entered(closedStatuses) as string[],
		marks: (entered(customerMarks) as string[]).map(normal),
	};
}
