import { InputError } from '../../../transport';
import type { Field, Input } from '../field';
import { normal } from '../thread';
import type { WaitRules } from '../waiting';
import { like, oneOf, someOf, text } from './build';
import { readText, textList, wordList, zoneName } from './readers';

export const closedStatuses = text(
	'closedStatuses',
	'Statuses in which no customer waits for an answer, separated by commas; one that has a comma in "quotation marks"',
	{ default: 'Closed', read: (value, context) => wordList(value, context)?.map(normal) ?? [] },
);

export const countedIn = oneOf(
	'countedIn',
	'Which hours count',
	{ allHours: ['All Hours', 'Day and night'], openingHours: ['Opening Hours', 'Only while the team is there'] },
	{ displayName: 'Hours' },
);

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name, index) => ({
	name,
	value: index + 1,
}));

const openingDays = someOf('openingDays', 'The days of the week on which the team is there', DAYS, {
	required: true,
	default: [1, 2, 3, 4, 5],
	read: (value, context) => {
		const days = textList(value, context)?.map(Number);
		if (days?.every((day) => Number.isInteger(day) && day >= 1 && day <= 7) !== false) return days;
		throw new InputError(`${context.label} must be numbers from 1 to 7`, '1 is Monday and 7 is Sunday.');
	},
});

const opensAt = timeOfDay('opensAt', '09:00', 'When the team begins');
const closesAt = timeOfDay(
	'closesAt',
	'17:00',
	'When the team goes home; a time before the opening is one of the next day',
);

const holidays = text('holidays', 'Days on which the team is not there, separated by commas', {
	placeholder: 'e.g. 2026-12-25, 2027-01-01',
	read: (value, context) => {
		const days = textList(value, context);
		const wrong = days?.findIndex((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) ?? -1;
		if (wrong < 0) return days;
		throw new InputError(
			`${context.label}: entry number ${wrong + 1} is not a day`,
			'Write days as in 2026-12-25.',
		);
	},
});

export const openingZone = text('openingZone', 'Of the opening hours. Empty: the time zone of the workflow.', {
	displayName: 'Time Zone',
	placeholder: 'e.g. Europe/Berlin',
	read: zoneName,
});

function timeOfDay(name: string, usual: string, description: string): Field {
	return text(name, description, {
		required: true,
		default: usual,
		placeholder: `e.g. ${usual}`,
		read: (value, context) => {
			const match = /^(\d{1,2}):([0-5]\d)$/.exec(String(readText(value, context)).trim());
			const all = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
			if (all <= 24 * 60) return all;
			throw new InputError(`${context.label} is not a time of day`, `Write it as in ${usual}.`);
		},
	});
}

export const openingHours = (zone: Field): Field[] =>
	[openingDays, opensAt, closesAt, holidays, zone].map((field) =>
		like(field, { show: { countedIn: ['openingHours'] } }),
	);

export function waitRules(input: Input, timezone: string): WaitRules {
	const entered = <T>({ property: { name, displayName, default: usual }, read }: Field): T =>
		(input[name] ?? read(usual, { label: displayName, timezone })) as T;
	const hours = {
		days: entered<Array<string | number>>(openingDays).map(Number),
		opens: entered<number>(opensAt),
		closes: entered<number>(closesAt),
		holidays: entered<string[] | undefined>(holidays) ?? [],
		zone: entered<string | undefined>(openingZone) ?? timezone,
	};
	return { ...(input.countedIn === 'openingHours' && { hours }), closed: entered(closedStatuses) };
}
