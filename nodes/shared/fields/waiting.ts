import { Field, Input } from '../field';
import {
	normal,
	numberKind,
	zone as zoneKind,
	listOf,
	words,
	readUsual,
	days as dayList,
	timeOfDay as minutesOfDay,
} from '../values';
import { WaitRules } from '../waiting';
import { like, oneOf, someOf, text } from './build';

export const closedStatuses = text(
	'closedStatuses',
	'Statuses that count as closed, separated by commas. Put values that contain a comma in "quotation marks".',
	{
		default: 'Closed',
		blank: { value: [] },
		kind: { ...words, read: (value, context) => words.read(value, context).map(normal) },
	},
);

export const countedIn = oneOf(
	'countedIn',
	'Which hours count as waiting time',
	{ allHours: 'All Hours', openingHours: 'Opening Hours' },
	{ displayName: 'Hours That Count' },
);

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name, index) => ({
	name,
	value: index + 1,
}));

const weekday = numberKind('must be numbers from 1 (Monday) to 7 (Sunday)', (day) =>
	[1, 2, 3, 4, 5, 6, 7].includes(day),
);

const openingDays = someOf('openingDays', 'Working days', DAYS, {
	required: true,
	default: [1, 2, 3, 4, 5],
	kind: listOf('number', weekday.read),
});

const opensAt = timeOfDay('opensAt', '09:00', 'Start of the working day');
const closesAt = timeOfDay('closesAt', '17:00', 'End of the working day. Earlier than the start means the next day.');

const holidays = text('holidays', 'Days without work, separated by commas', {
	placeholder: 'e.g. 2026-12-25, 2027-01-01',
	blank: { value: undefined },
	kind: dayList,
});

export const OWN_ZONE = "Empty: the workflow's time zone";

export const openingZone = text('openingZone', 'The time zone of the opening hours', {
	hint: OWN_ZONE,
	displayName: 'Time Zone',
	placeholder: 'e.g. Europe/Berlin',
	blank: { value: undefined },
	kind: zoneKind,
});

function timeOfDay(name: string, usual: string, description: string) {
	return text(name, description, {
		required: true,
		default: usual,
		placeholder: `e.g. ${usual}`,
		kind: minutesOfDay,
	});
}

export const openingHours = (zone: Field) =>
	[openingDays, opensAt, closesAt, holidays, zone].map((field) =>
		like(field, { show: { countedIn: ['openingHours'] } }),
	);

export function waitRules(input: Input, timezone: string): WaitRules {
	const entered = <T>({ property: { name, default: usual }, kind }: Field) =>
		(input[name] ?? readUsual(kind, usual, timezone)) as T;
	const hours = {
		days: entered<number[]>(openingDays),
		opens: entered<number>(opensAt),
		closes: entered<number>(closesAt),
		holidays: entered<string[] | undefined>(holidays) ?? [],
		zone: entered<string | undefined>(openingZone) ?? timezone,
	};
	return { ...(input.countedIn === 'openingHours' && { hours }), closed: entered(closedStatuses) };
}
