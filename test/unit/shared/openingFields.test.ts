import { openingHours, openingZone } from '../../../nodes/shared/fields/waiting';

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
		['opensAt', '9:05', 9 * 60 + 5],
		['closesAt', '24:00', 24 * 60],
		['holidays', '2026-12-25, 2027-01-01', ['2026-12-25', '2027-01-01']],
		['openingZone', ' Europe/Berlin ', 'Europe/Berlin'],
		['openingZone', '', 'America/New_York'],
	])('%s %j is read', (name, value, expected) => {
		expect(read(name, value)).toEqual(expected);
	});
});
