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
		['over midnight', '2026-03-26T01:00+01:00', '2026-03-26T23:00+01:00', 5 + 1, { opens: 22 * 60, closes: 6 * 60 }],
		['never, where it never opens', '2026-03-25T10:00+01:00', '2026-04-25T10:00+01:00', 0, { days: [] }],
	])('is counted %s', (_, from, to, expected, changes) => {
		expect(hours(from, to, changes)).toBe(expected);
	});

	it('adds up, wherever it is parted', () => {
		const [from, to] = [Date.parse('2026-10-20T00:00Z'), Date.parse('2026-10-30T00:00Z')];
		for (let at = from; at < to; at += 3_333_333) expect(openMs(from, at, HOURS) + openMs(at, to, HOURS)).toBe(openMs(from, to, HOURS));
	});
});
