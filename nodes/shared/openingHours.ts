import { DateTime } from 'luxon';

export interface OpeningHours {
	days: number[];
	/** Minutes of the day. A closing time before the opening is on the next day. */
	opens: number;
	closes: number;
	/** Such as 2026-12-25. */
	holidays: string[];
	zone: string;
}

/** Returns the opening time between two instants, in ms and at most `most`. Days follow the wall clock. */
export function openMs(from: number, to: number, hours: OpeningHours, most = Infinity): number {
	let sum = 0;
	let closed = from;
	// The day before may still be open.
	let day: DateTime = DateTime.fromMillis(from, { zone: hours.zone }).startOf('day').minus({ days: 1 }).startOf('day');
	while (day.toMillis() < to && sum < most) {
		// A clock change may let a day begin at 01:00.
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
