import { DateTime } from 'luxon';

import { InputError } from '../../../transport';
import type { ReadContext } from '../operation';

/**
 * Whatever a date picker or an expression gives, as UTC ISO 8601 (specification, Resources: timestamps are
 * ISO 8601 in UTC).
 *
 * Text without an offset is a wall-clock time of the workflow's time zone. A number is ms since the epoch.
 *
 * @throws {InputError} for what is no date, and for a wall-clock time that the zone's clock change skips
 */
export function utcDate(value: unknown, context: ReadContext): string {
	const date = parse(value, context.timezone);
	if (!date?.isValid) {
		throw new InputError(
			`${context.label} is not a date`,
			'Choose a date and time, or give one such as 2026-03-31T09:00 in the time zone of the workflow.',
		);
	}
	if (typeof value === 'string' && isSkipped(value, date)) {
		throw new InputError(
			`${context.label} does not exist in the time zone ${context.timezone}`,
			'The clocks are put forward over that time. Choose a time one hour later.',
		);
	}
	return date.toUTC().toISO({ suppressMilliseconds: true })!;
}

/** As `utcDate`, for something that is to happen: a time that is over is refused. */
export function futureDate(value: unknown, context: ReadContext): string {
	const iso = utcDate(value, context);
	if (DateTime.fromISO(iso).toMillis() <= context.now) {
		throw new InputError(`${context.label} is in the past`, 'Choose a time that is still to come.');
	}
	return iso;
}

function parse(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'number') return DateTime.fromMillis(value);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const text = value.trim();
	if (/^\d{11,}$/.test(text)) return DateTime.fromMillis(Number(text));
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}

/** luxon moves a skipped wall-clock time forward without a word: the hour it shows is not the one written. */
function isSkipped(text: string, date: DateTime): boolean {
	const written = /[T ](\d{2}):?(\d{2})?/.exec(text);
	const hasOffset = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(text.trim()) && written !== null;
	if (!written || hasOffset) return false;
	return date.hour !== Number(written[1]) % 24 || date.minute !== Number(written[2] ?? 0);
}
