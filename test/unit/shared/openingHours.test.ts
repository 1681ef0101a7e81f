import { openMs, type OpeningHours } from '../../../nodes/shared/waiting';

const HOURS: OpeningHours = {
	days: [1, 2, 3, 4, 5],
	opens: 9 * 60,
	closes: 17 * 60,
	holidays: ['2026-04-06'],
	zone: 'Europe/Berlin',
};
const hours = (from: string, to: string, changes: Partial<OpeningHours> = {}) =>
	openMs(Date.parse(from), Date.parse(to), { ...HOURS, ...changes }) / 3_600_000;

describe('opening hours', () => {
	it.each<[string, string, string, number, Partial<OpeningHours>]>([
		['within a day', '2026-03-25T10:00+01:00', '2026-03-25T12:30+01:00', 2.5, {}],
		['from before opening until after closing', '2026-03-25T06:00+01:00', '2026-03-25T23:00+01:00', 8, {}],
		['over a weekend', '2026-03-27T16:00+01:00', '2026-03-30T10:00+02:00', 2, {}],
		['except on a holiday', '2026-04-03T16:00+02:00', '2026-04-07T10:00+02:00', 2, {}],
		[
			'on the day with 23 hours',
			'2026-03-29T00:00+01:00',
			'2026-03-30T00:00+02:00',
			23,
			{ days: [7], opens: 0, closes: 1440 },
		],
		[
			'on the day with 25 hours',
			'2026-10-25T00:00+02:00',
			'2026-10-26T00:00+01:00',
			25,
			{ days: [7], opens: 0, closes: 1440 },
		],
		['in local time before and after a change of clocks', '2026-03-27T08:00Z', '2026-03-30T08:00Z', 9, {}],
		[
			'in local time on the day on which clocks are put forward',
			'2026-03-29T00:00+01:00',
			'2026-03-29T10:00+02:00',
			1,
			{ days: [7] },
		],
		[
			'in local time on the day on which clocks are put back',
			'2026-10-25T00:00+02:00',
			'2026-10-25T10:00+01:00',
			1,
			{ days: [7] },
		],
		[
			'twice for the hour that comes twice',
			'2026-10-25T00:00+02:00',
			'2026-10-25T12:00+01:00',
			4,
			{ days: [7], opens: 0, closes: 180 },
		],
		[
			'over midnight',
			'2026-03-26T01:00+01:00',
			'2026-03-26T23:00+01:00',
			5 + 1,
			{ opens: 22 * 60, closes: 6 * 60 },
		],
		['as zero if the team never opens', '2026-03-25T10:00+01:00', '2026-04-25T10:00+01:00', 0, { days: [] }],
	])('are counted %s', (_, from, to, expected, changes) => {
		expect(hours(from, to, changes)).toBe(expected);
	});

	const DAILY = { days: [1, 2, 3, 4, 5, 6, 7] };

	it('are complete after a day without midnight', () => {
		const changes = { ...DAILY, opens: 0, closes: 360, zone: 'America/Havana' };
		expect(hours('2026-03-08T12:00Z', '2026-03-09T04:30Z', changes)).toBe(0.5);
	});

	it('are counted once if two days overlap', () => {
		expect(hours('2026-10-24T12:00Z', '2026-10-25T12:00Z', { ...DAILY, opens: 150, closes: 150 })).toBe(24);
	});

	it('are counted up to the given maximum', () => {
		const [from, to] = [Date.parse('2026-03-25T10:00+01:00'), Date.parse('2026-03-27T10:00+01:00')];
		expect([
			openMs(from, to, HOURS, 3_600_000),
			openMs(from, to, HOURS, 16 * 3_600_000),
			openMs(from, to, HOURS),
		]).toEqual([3_600_000, 57_600_000, 57_600_000]);
	});

	it('of a time span equal the sum of its parts', () => {
		const [from, to] = [Date.parse('2026-10-20T00:00Z'), Date.parse('2026-10-30T00:00Z')];
		const whole = openMs(from, to, HOURS);
		for (let at = from; at < to; at += 3_333_333)
			expect(openMs(from, at, HOURS) + openMs(at, to, HOURS)).toBe(whole);
	});
});
