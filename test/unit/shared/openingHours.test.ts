import { openMs, type OpeningHours } from '../../../nodes/shared/openingHours';

const HOURS: OpeningHours = { days: [1, 2, 3, 4, 5], opens: 9 * 60, closes: 17 * 60, holidays: ['2026-04-06'], zone: 'Europe/Berlin' };
const hours = (from: string, to: string, changes: Partial<OpeningHours> = {}) =>
	openMs(Date.parse(from), Date.parse(to), { ...HOURS, ...changes }) / 3_600_000;

describe('the time in which a team is there', () => {
	it.each<[string, string, string, number, Partial<OpeningHours>]>([
		['within a day', '2026-03-25T10:00+01:00', '2026-03-25T12:30+01:00', 2.5, {}],
		['from before it opens until after it closes', '2026-03-25T06:00+01:00', '2026-03-25T23:00+01:00', 8, {}],
		['over a weekend', '2026-03-27T16:00+01:00', '2026-03-30T10:00+02:00', 2, {}],
		['not on a holiday', '2026-04-03T16:00+02:00', '2026-04-07T10:00+02:00', 2, {}],
		['on a day that the clocks make shorter', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 23, { days: [7], opens: 0, closes: 1440 }],
		['on a day that the clocks make longer', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 25, { days: [7], opens: 0, closes: 1440 }],
		['by the clock on the wall before and after a change', '2026-03-27T08:00Z', '2026-03-30T08:00Z', 9, {}],
		['by that clock on the very day on which it is put forward', '2026-03-29T00:00+01:00', '2026-03-29T10:00+02:00', 1, { days: [7] }],
		['by that clock on the very day on which it is put back', '2026-10-25T00:00+02:00', '2026-10-25T10:00+01:00', 1, { days: [7] }],
		['twice in the hour that comes twice', '2026-10-25T00:00+02:00', '2026-10-25T12:00+01:00', 4, { days: [7], opens: 0, closes: 180 }],
		['over midnight', '2026-03-26T01:00+01:00', '2026-03-26T23:00+01:00', 5 + 1, { opens: 22 * 60, closes: 6 * 60 }],
		['never, where it never opens', '2026-03-25T10:00+01:00', '2026-04-25T10:00+01:00', 0, { days: [] }],
	])('is counted %s', (_, from, to, expected, changes) => {
		expect(hours(from, to, changes)).toBe(expected);
	});

	const DAILY = { days: [1, 2, 3, 4, 5, 6, 7] };

	it.each<[string, string, string, number, Partial<OpeningHours>]>([
		['Berlin, 02:30', '2026-03-29T00:40Z', '2026-03-29T04:00Z', 3, { opens: 150, closes: 360, zone: 'Europe/Berlin' }],
		['Havana, 00:30', '2026-03-08T04:40Z', '2026-03-08T10:00Z', 5, { opens: 30, closes: 360, zone: 'America/Havana' }],
		['Troll, 02:00', '2026-03-29T00:40Z', '2026-03-29T04:00Z', 3, { opens: 120, closes: 360, zone: 'Antarctica/Troll' }],
		['Lord Howe, 02:20', '2026-10-03T15:00Z', '2026-10-03T17:30Z', 2, { opens: 140, closes: 360, zone: 'Australia/Lord_Howe' }],
		['Nuuk, 23:30', '2026-03-28T20:00Z', '2026-03-29T03:00Z', 2, { opens: 1410, closes: 120, days: [6], zone: 'America/Nuuk' }],
	])('begins with the change where the clocks skip the opening: it began up to an hour late (%s)', (_, from, to, expected, changes) => {
		expect(hours(from, to, { ...DAILY, ...changes })).toBe(expected);
	});

	it.each<[string, string, string, number, Partial<OpeningHours>]>([
		['Berlin, 02:30', '2026-03-28T23:00Z', '2026-03-29T03:00Z', 2, { opens: 0, closes: 150, zone: 'Europe/Berlin' }],
		['Berlin, 02:30 of the next day', '2026-03-28T21:00Z', '2026-03-29T03:00Z', 4, { opens: 1320, closes: 150, zone: 'Europe/Berlin' }],
		['Troll, 02:00', '2026-03-29T00:00Z', '2026-03-29T03:00Z', 1, { opens: 0, closes: 120, zone: 'Antarctica/Troll' }],
	])('ends with the change where the clocks skip the closing: it ended up to an hour late (%s)', (_, from, to, expected, changes) => {
		expect(hours(from, to, { ...DAILY, ...changes })).toBe(expected);
	});

	it('is counted on the days after one without a midnight too, from their opening on: a short while after it was left out', () => {
		const changes = { ...DAILY, opens: 0, closes: 360, zone: 'America/Havana' };
		expect(hours('2026-03-08T12:00Z', '2026-03-09T04:30Z', changes)).toBe(0.5);
	});

	it('begins with the first of two equal opening times: at 02:30 in summer time', () => {
		expect(hours('2026-10-24T23:00Z', '2026-10-25T03:00Z', { ...DAILY, opens: 150, closes: 360 })).toBe(2.5);
	});

	it('ends with the second of two equal closing times, at 02:30 in winter time: it ended an hour early', () => {
		expect(hours('2026-10-24T22:00Z', '2026-10-25T03:00Z', { ...DAILY, opens: 0, closes: 150 })).toBe(3.5);
		expect(hours('2026-10-24T20:00Z', '2026-10-25T03:00Z', { ...DAILY, opens: 1320, closes: 150 })).toBe(5.5);
	});

	it('is counted once where one day closes after the next has opened', () => {
		expect(hours('2026-10-24T12:00Z', '2026-10-25T12:00Z', { ...DAILY, opens: 150, closes: 150 })).toBe(24);
	});

	it('is told up to the most that it is enough to know of', () => {
		const [from, to] = [Date.parse('2026-03-25T10:00+01:00'), Date.parse('2026-03-27T10:00+01:00')];
		expect([openMs(from, to, HOURS, 3_600_000), openMs(from, to, HOURS, 16 * 3_600_000), openMs(from, to, HOURS)]).toEqual([
			3_600_000, 57_600_000, 57_600_000,
		]);
	});

	it('adds up, wherever it is parted', () => {
		const [from, to] = [Date.parse('2026-10-20T00:00Z'), Date.parse('2026-10-30T00:00Z')];
		const whole = openMs(from, to, HOURS);
		for (let at = from; at < to; at += 3_333_333) expect(openMs(from, at, HOURS) + openMs(at, to, HOURS)).toBe(whole);
	});
});
