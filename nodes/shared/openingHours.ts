import { DateTime } from 'luxon';

/** When a team is there. */
export interface OpeningHours {
	/** 1 is Monday, 7 Sunday. */
	days: number[];
	/** Wall-clock times such as 09:00, in minutes of the day. A closing time that is not after the opening is one of the next day. */
	opens: number;
	closes: number;
	/** Days such as 2026-12-25 on which nobody opens. */
	holidays: string[];
	/** IANA name. */
	zone: string;
}

/**
 * How long a team was there between two instants, in ms. Each day is opened and closed by the clock on the wall, so that one on which
 * the clocks change may be longer or shorter.
 *
 * @param from ms since the epoch
 * @param to likewise
 * @param most it is enough to know of so many
 */
export function openMs(from: number, to: number, hours: OpeningHours, most = Infinity): number {
	let sum = 0;
	// What was opened the day before may still be open.
	let day = DateTime.fromMillis(from, { zone: hours.zone }).startOf('day').minus({ days: 1 });
	for (; day.toMillis() < to && sum < most; day = day.plus({ days: 1 })) {
		const [opens, closes] = spanOf(day, hours);
		sum += Math.max(0, Math.min(to, closes) - Math.max(from, opens));
	}
	return Math.min(sum, most);
}

const NONE: [number, number] = [0, 0];

function spanOf(day: DateTime, { days, opens, closes, holidays }: OpeningHours): [opens: number, closes: number] {
	if (!days.includes(day.weekday) || holidays.includes(day.toISODate()!)) return NONE;
	const closing = closes > opens ? day : day.plus({ days: 1 });
	return [atMinute(day, opens), atMinute(closing, closes)];
}

/** By the clock on the wall: a time that the clocks skip is the one after it. */
function atMinute(day: DateTime, minutes: number): number {
	if (minutes === 24 * 60) return day.plus({ days: 1 }).startOf('day').toMillis();
	return day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis();
}
