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
 * Returns how long a team was there between two instants (ms since the epoch), in ms and at most `most`. Days open and close by the
 * clock on the wall, so that a day on which the clocks change is longer or shorter.
 */
export function openMs(from: number, to: number, hours: OpeningHours, most = Infinity): number {
	let sum = 0;
	let closed = from;
	// The day before may still be open.
	let day: DateTime = DateTime.fromMillis(from, { zone: hours.zone }).startOf('day').minus({ days: 1 }).startOf('day');
	while (day.toMillis() < to && sum < most) {
		// The clocks may begin a day at 01:00, and not so the next one.
		const next = day.plus({ days: 1 }).startOf('day');
		if (hours.days.includes(day.weekday) && !hours.holidays.includes(day.toISODate()!)) {
			const opens = atMinute(hours.opens, day);
			const closes = atMinute(hours.closes, hours.closes > hours.opens ? day : next);
			sum += Math.max(0, Math.min(to, closes) - Math.max(closed, opens));
			closed = Math.max(closed, closes);
		}
		day = next;
	}
	return Math.min(sum, most);
}

function atMinute(minutes: number, day: DateTime): number {
	return day.set({ hour: 0, minute: minutes }).toMillis();
}
