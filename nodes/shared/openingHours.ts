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
	let closed = from;
	// What was opened the day before may still be open.
	let day: DateTime = DateTime.fromMillis(from, { zone: hours.zone }).startOf('day').minus({ days: 1 }).startOf('day');
	while (day.toMillis() < to && sum < most) {
		const next = startOfNext(day);
		const [opens, closes] = spanOf(day, next, hours);
		sum += Math.max(0, Math.min(to, closes) - Math.max(closed, opens));
		closed = Math.max(closed, closes);
		day = next;
	}
	return Math.min(sum, most);
}

/** The clocks may begin a day at 01:00, and not so the next one. */
function startOfNext(day: DateTime): DateTime {
	return day.plus({ days: 1 }).startOf('day');
}

const NONE: [number, number] = [0, 0];

function spanOf(day: DateTime, next: DateTime, { days, opens, closes, holidays }: OpeningHours): [opens: number, closes: number] {
	if (!days.includes(day.weekday) || holidays.includes(day.toISODate()!)) return NONE;
	const end = closes > opens ? next : startOfNext(next);
	return [atMinute(opens, day, next), atMinute(closes, end.minus(1), end)];
}

/**
 * When the clock on the wall shows a time; where the clocks skip it, when they change.
 *
 * @param near a time of that day: from its beginning it is the first of two equal ones, from its end the second
 * @param end of that day
 */
function atMinute(minutes: number, near: DateTime, end: DateTime): number {
	if (minutes === 24 * 60) return end.toMillis();
	const at = near.set({ hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0, millisecond: 0 });
	const isShown = at.hour * 60 + at.minute === minutes;
	return (isShown ? at : lastChange(at)).toMillis();
}

/** When the clocks changed, within the day before a time, to the minute. */
function lastChange(time: DateTime): DateTime {
	let [before, after] = [time.minus({ hours: 24 }), time];
	for (let apart = 24 * 60; apart > 1; apart = after.diff(before).as('minutes')) {
		const middle = before.plus({ minutes: Math.floor(apart / 2) });
		if (middle.offset === time.offset) after = middle;
		else before = middle;
	}
	return after;
}
