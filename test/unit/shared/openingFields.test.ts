import { closedStatuses, countedIn, customerMarks, openingHours, openingZone, waitRules } from '../../../nodes/shared/fields/waiting';

const read = (name: string, value: unknown) => {
	const { property, read: reads } = openingHours(openingZone).find(({ property: { name: each } }) => each === name)!;
	return reads(value as never, { label: `'${property.displayName}'`, timezone: 'America/New_York' });
};

describe('the opening hours that are entered', () => {
	it.each<[string, unknown, string]>([
		['openingDays', [1, 8], "'Opening Days' must be numbers from 1 to 7"],
		['openingDays', [0], "'Opening Days' must be numbers from 1 to 7"],
		['openingDays', '1, 2.5', "'Opening Days' must be numbers from 1 to 7"],
		['opensAt', '9', "'Opens At' is not a time of day"],
		['opensAt', 'at 9:00', "'Opens At' is not a time of day"],
		['opensAt', '9:000', "'Opens At' is not a time of day"],
		['opensAt', '', "'Opens At' is not a time of day"],
		['opensAt', '09:60', "'Opens At' is not a time of day"],
		['closesAt', '24:01', "'Closes At' is not a time of day"],
		['holidays', '2026-12-25, on 2027-01-01', "'Holidays': entry number 2 is not a day"],
		['holidays', '2026-12-25T00:00', "'Holidays': entry number 1 is not a day"],
		['holidays', '2026-13-01', "'Holidays': entry number 1 is not a day"],
		['openingZone', 'Berlin', "'Time Zone' is not a time zone"],
	])('%s %j is refused', (name, value, message) => {
		expect(() => read(name, value)).toThrow(message);
	});

	it.each<[string, unknown, unknown]>([
		['openingDays', '1, 7', [1, 7]],
		['openingDays', [], undefined],
		['opensAt', '9:05', 9 * 60 + 5],
		['opensAt', ' 23:59 ', 23 * 60 + 59],
		['closesAt', '24:00', 24 * 60],
		['holidays', '2026-12-25, 2027-01-01', ['2026-12-25', '2027-01-01']],
		['holidays', '', undefined],
		['openingZone', ' Europe/Berlin ', 'Europe/Berlin'],
		['openingZone', '', 'America/New_York'],
	])('%s %j is read', (name, value, expected) => {
		expect(read(name, value)).toEqual(expected);
	});
});

describe('by which rules a customer waits', () => {
	const entered = { openingDays: ['6'], opensAt: 60, closesAt: 120, holidays: ['2026-12-25'], openingZone: 'Asia/Tokyo' };

	it.each<[string, Record<string, unknown>, unknown]>([
		['all hours', {}, undefined],
		['all hours, whatever the others are', { countedIn: 'allHours', ...entered }, undefined],
		[
			'the usual hours in the time zone of the workflow',
			{ countedIn: 'openingHours' },
			{ days: [1, 2, 3, 4, 5], opens: 540, closes: 1020, holidays: [], zone: 'America/New_York' },
		],
		[
			'the hours that were entered',
			{ countedIn: 'openingHours', ...entered },
			{ days: [6], opens: 60, closes: 120, holidays: ['2026-12-25'], zone: 'Asia/Tokyo' },
		],
	])('%s count', (_, input, hours) => {
		expect(waitRules(input, 'America/New_York')).toEqual({ closed: ['closed'], marks: ['contact', 'customer', 'incoming', 'inbound'], hours });
	});

	it('statuses and marks are compared in lower case, and a status may have a comma', () => {
		const context = { label: 'x', timezone: 'UTC' };
		expect(closedStatuses.read('"Done, Paid", SOLVED', context)).toEqual(['done, paid', 'solved']);
		expect(closedStatuses.read('', context)).toEqual([]);
		expect(waitRules({ closedStatuses: ['solved'], customerMarks: ['Kunde'] }, 'UTC')).toEqual({ closed: ['solved'], marks: ['kunde'] });
	});

	it('opening hours are asked for where they count, days by their names', () => {
		const fields = openingHours(openingZone).map(({ property }) => property);
		expect(fields.map(({ name, type, required, displayOptions }) => [name, type, required ?? false, displayOptions])).toEqual(
			[
				['openingDays', 'multiOptions', true],
				['opensAt', 'string', true],
				['closesAt', 'string', true],
				['holidays', 'string', false],
				['openingZone', 'string', false],
			].map((field) => [...field, { show: { countedIn: ['openingHours'] } }]),
		);
		expect(fields[0]!.options).toEqual(
			['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name, index) => ({ name, value: index + 1 })),
		);
		const { property, read } = countedIn;
		expect([property.name, property.type, property.default]).toEqual(['countedIn', 'options', 'allHours']);
		expect(property.options!.map((option) => read('value' in option && option.value, { label: 'x', timezone: 'UTC' }))).toEqual([
			'allHours',
			'openingHours',
		]);
		expect([closedStatuses, customerMarks].map((field) => [field.property.name, field.property.type])).toEqual([
			['closedStatuses', 'string'],
			['customerMarks', 'string'],
		]);
	});
});
