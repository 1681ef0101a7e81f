import { DateTime } from 'luxon';

import { InputError } from '../../../transport';
import type { ReadContext } from '../field';

/** A hint cannot contain the name of the zone. */
export const IN_ZONE = "In the workflow's time zone (⋯ → Settings → Timezone)";

/** Forms of ISO 8601, SQL, e-mail and HTTP. */
const FORMS = [DateTime.fromISO, DateTime.fromSQL, DateTime.fromRFC2822, DateTime.fromHTTP];

/**
 * Returns a date as UTC ISO 8601 (contract, Resources). Text without an offset is in the workflow's zone, the first of
 * two equal ones. A number is ms since the epoch. Throws {InputError} for a time that a clock change skips.
 */
export function utcDate(value: unknown, context: ReadContext): string | undefined {
	if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
	const date = parse(value, context);
	if (!date?.isValid || date.toUTC().year < 1 || date.toUTC().year > 9999) {
		throw new InputError(
			`${context.label} is not a date`,
			'Choose a date and time, or give one such as 2026-03-31T09:00 in the time zone of the workflow.',
		);
	}
	return date.toUTC().toISO({ suppressMilliseconds: true })!;
}

export function isDate(value: unknown): value is Date | DateTime {
	// A Date may come from another realm.
	return DateTime.isDateTime(value) || Object.prototype.toString.call(value) === '[object Date]';
}

function parse(value: unknown, context: ReadContext): DateTime | undefined {
	if (isDate(value)) return DateTime.isDateTime(value) ? value : DateTime.fromMillis(value.getTime());
	if (typeof value === 'number') return DateTime.fromMillis(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d{11,}$/.test(text)) return DateTime.fromMillis(Number(text));
	return fromText(text, context);
}

function fromText(text: string, { label, timezone }: ReadContext): DateTime | undefined {
	const date = readIn(text, timezone);
	if (!date) return undefined;
	const written = readIn(text, 'utc')!;
	const hasOffset = written.toMillis() === readIn(text, 'utc+1')!.toMillis();
	if (hasOffset) return date;
	// luxon silently moves a skipped time or day forward.
	if (
		/\d[T ]\d/.test(text) &&
		(written.day !== date.day || written.hour !== date.hour || written.minute !== date.minute)
	) {
		throw new InputError(
			`${label} does not exist in the time zone ${timezone}`,
			'The clocks are put forward over that time. Choose a later time.',
		);
	}
	return DateTime.min(...date.getPossibleOffsets());
}

/** Refuses what only luxon takes for a date: a time of day or a bare number. */
function readIn(text: string, zone: string): DateTime | undefined {
	if (/^T?\d+(:|$)/.test(text)) return undefined;
	return FORMS.map((read) => read(text, { zone })).find(({ isValid }) => isValid);
}
