import { DateTime } from 'luxon';

import { InputError, msOf } from '../../../transport';
import { readId } from './id';
import { kindOf, ReadContext } from './kind';
import { listOf } from './list';
import { isDate, shown, plainText, tidy } from './text';

const FORMS = [DateTime.fromISO, DateTime.fromSQL, DateTime.fromRFC2822, DateTime.fromHTTP];

/** Smaller numbers are seconds, down to `MIN_SECONDS`. */
const MIN_MS = 1e11;
const MIN_SECONDS = 1e9;

const LAST_YEAR = 2200;

/**
 * Returns a time as UTC ISO 8601 (contract, Resources). Text without an offset is in the workflow's zone, numbers are
 * seconds or ms since the epoch. Throws {InputError} for anything else.
 */
export function utcTime(value: unknown, context: Pick<ReadContext, 'label' | 'timezone'>) {
	const date = parse(value, context.timezone);
	const { year = 0 } = date?.isValid ? date.toUTC() : {};
	if (date && year >= 1 && year <= LAST_YEAR) return date.toUTC().toISO({ suppressMilliseconds: true })!;
	throw new InputError(
		`${context.label}: ${shown(value)} is not a date and time`,
		"Enter one up to the year 2200, such as 2026-03-31T09:00 in the workflow's time zone, or as seconds or " +
			'milliseconds since 1970 (from 2001 on).',
	);
}

function parse(value: unknown, zone: string) {
	if (DateTime.isDateTime(value)) return value;
	if (isDate(value)) return DateTime.fromMillis((value as Date).getTime());
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value !== 'string') return undefined;
	const text = tidy(value);
	return /^[+-]?\d+(\.\d+)?$/.test(text) ? fromNumber(Number(text)) : fromText(text, zone);
}

function fromNumber(number: number): DateTime | undefined {
	if (!(number >= MIN_SECONDS && number < Number.MAX_SAFE_INTEGER)) return undefined;
	return DateTime.fromMillis(Math.round(number < MIN_MS ? number * 1_000 : number));
}

/** Refuses what luxon alone takes for a date, such as a time of day. */
function fromText(text: string, zone: string): DateTime | undefined {
	if (/^T?\d+(:|$)/.test(text)) return undefined;
	return FORMS.map((read) => read(text, { zone })).find(({ isValid }) => isValid);
}

export function byClock(iso: string, zone: string) {
	return DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm:ss z');
}

export const anyTime = kindOf('time', utcTime);

/** Refuses the past, which would take effect at once. */
export const futureTime = kindOf('futureTime', (value, context) => {
	const at = utcTime(value, context);
	if (Date.parse(at) > context.now) return at;
	throw new InputError(
		`${context.label} is in the past`,
		`That is ${byClock(at, context.timezone)}. Nothing was sent. Enter a later time.`,
	);
});

export type Since = { id: string } | { at: number };

const TIME = /^\d{4}-\d\d-\d\d([T ]\d|$)/;

export const idOrTime = kindOf('idOrTime', (value, context): Since => {
	const given = typeof value === 'string' ? tidy(value) : value;
	if (!isDate(given) && !TIME.test(String(given))) return { id: readId(given, context) };
	const local = Date.parse(utcTime(given, context));
	// Without a zone, the earlier of UTC and local time counts.
	return { at: Math.min(local, msOf(given) ?? local) };
});

/** Minutes since midnight. */
export const timeOfDay = kindOf('timeOfDay', (value, context) => {
	const match = /^(\d{1,2}):([0-5]\d)$/.exec(tidy(plainText(value, context)));
	const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
	if (minutes <= 24 * 60) return minutes;
	throw new InputError(`${context.label}: ${shown(value)} is not a time of day`, 'Write it as in 09:00.');
});

export const days = listOf('days', (entry, { label }) => {
	const day = tidy(String(entry));
	if (/^\d{4}-\d{2}-\d{2}$/.test(day) && DateTime.fromISO(day).isValid) return day;
	throw new InputError(`${label}: ${shown(entry)} is not a day`, 'Write days as in 2026-12-25.');
});
