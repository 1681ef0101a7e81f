import { createContext, runInContext } from 'node:vm';

import { DateTime } from 'luxon';

import { utcTime } from '../../../nodes/shared/values/time';

const at = (timezone: string) => ({ label: 'Snoozed Until', timezone });
const berlin = at('Europe/Berlin');
const NINE = '2026-03-05T09:00:00Z';

it.each<[string, unknown]>([
	['the date picker', '2026-03-05T10:00:00'],
	['text with a space', '2026-03-05 10:00'],
	['text with an offset', '2026-03-05T04:00:00-05:00'],
	['text in UTC', '2026-03-05T09:00:00Z'],
	['text in UTC with fractions', '2026-03-05T09:00:00.000000Z'],
	['text with its own zone', '2026-03-05 18:00:00 Asia/Tokyo'],
	['the header of an e-mail', 'Thu, 05 Mar 2026 10:00:00 +0100'],
	['an HTTP header', 'Thu, 05 Mar 2026 09:00:00 GMT'],
	['text with blanks around it', '  2026-03-05T10:00  '],
	['a Luxon DateTime in another zone', DateTime.fromISO('2026-03-05T01:00', { zone: 'America/Los_Angeles' })],
	['a Date', new Date(NINE)],
	['a Date of another realm', runInContext(`new Date('${NINE}')`, createContext({}))],
	['milliseconds since 1970', Date.parse(NINE)],
	['milliseconds as text', String(Date.parse(NINE))],
	['seconds since 1970', Date.parse(NINE) / 1000],
	['seconds as text', String(Date.parse(NINE) / 1000)],
	['seconds with decimals', `${Date.parse(NINE) / 1000}.0`],
	['text with marks of direction', '\u200e2026-03-05T10:00\u200f'],
])('%s is converted to UTC in the time zone of the workflow', (_, value) => {
	expect(utcTime(value, berlin)).toBe(NINE);
});

it.each([
	['2026-01-15T12:00', 'Europe/Berlin', '2026-01-15T11:00:00Z'],
	['2026-07-15T12:00', 'Europe/Berlin', '2026-07-15T10:00:00Z'],
	['2026-200T12:00', 'UTC', '2026-07-19T12:00:00Z'],
	['2026-07-15T12:00', 'Asia/Kolkata', '2026-07-15T06:30:00Z'],
	['2026-07-15T12:00', 'Asia/Kathmandu', '2026-07-15T06:15:00Z'],
	['2026-07-15', 'America/New_York', '2026-07-15T04:00:00Z'],
	['2026-07-15T12:00:00.250', 'UTC', '2026-07-15T12:00:00.250Z'],
	['2026-12-31T23:59:59', 'Pacific/Kiritimati', '2026-12-31T09:59:59Z'],
	['2026-01-01T00:00+14:00', 'UTC', '2025-12-31T10:00:00Z'],
	['0001-01-01T00:00', 'UTC', '0001-01-01T00:00:00Z'],
	['2200-12-31T23:59', 'UTC', '2200-12-31T23:59:00Z'],
	[1_000_000_000, 'UTC', '2001-09-09T01:46:40Z'],
	[1_767_600_000.25, 'UTC', '2026-01-05T08:00:00.250Z'],
	[100_000_000_000, 'UTC', '1973-03-03T09:46:40Z'],
	['2026-07-15T12:00:00.12345678901', 'UTC', '2026-07-15T12:00:00.123Z'],
])('the time %s in %s becomes %s', (value, zone, utc) => {
	expect(utcTime(value, at(zone))).toBe(utc);
});

it.each([
	['before the skipped hour', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
	['in the skipped hour, read as an hour later', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
	['after the skipped hour', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
	['the skipped hour with an offset', '2026-03-29T02:30:00+01:00', '2026-03-29T01:30:00Z'],
	['the skipped hour in UTC', '2026-03-29T02:30:00Z', '2026-03-29T02:30:00Z'],
	[
		'the hour that comes twice, with the offset of the second one',
		'2026-10-25T02:30:00+01:00',
		'2026-10-25T01:30:00Z',
	],
])('a time around the change of clocks is accepted: %s', (_, value, utc) => {
	expect(utcTime(value, berlin)).toBe(utc);
});

it('a day without midnight starts at its first moment', () => {
	expect(utcTime('2026-04-24', at('Africa/Cairo'))).toBe('2026-04-23T22:00:00Z');
});

it.each([
	'tomorrow',
	'10:30',
	'T10:30',
	'2026',
	'20260305',
	'2026-02-30',
	'2026-13-01T00:00',
	'2026-03-05T25:00',
	'05.03.2026',
	true,
	{},
	[],
	NaN,
	Infinity,
	9e15,
	new Date(NaN),
	DateTime.invalid('test'),
	'+012026-01-01T00:00Z',
	'0000-12-31T22:59Z',
	'1.8e12',
	999_999_999,
	0,
	-86_400_000,
	46_086,
	'46086.5',
	99_999_999_999,
	1_772_701_200_000_000,
	'2201-01-01T00:00Z',
	'9999-12-31T23:59',
])('%p is refused as a date', (value) => {
	expect(() => utcTime(value, berlin)).toThrow(/Snoozed Until: ".*" is not a date and time/);
});

it('a time in the past is accepted', () => {
	expect(utcTime('2020-01-01T09:00', berlin)).toBe('2020-01-01T08:00:00Z');
});
