import { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { lastMessageAt, lastWriter } from './conversation';
import { ThreadEntry } from './thread';
import { normal } from './values';

export interface WaitRules {
	hours?: OpeningHours;
	closed: string[];
}

export const HIDDEN = 'hidden';

export function needsNoAnswer(
	{ status, is_snoozed: isSnoozed, is_spam: isSpam, deleted_at: deletedAt }: IDataObject,
	{ closed }: WaitRules,
) {
	return isSnoozed === true || isSpam === true || Boolean(deletedAt) || [...closed, 'spam'].includes(normal(status));
}

/** Returns when (ms) a wait began; undefined if nobody waits; `HIDDEN` if the list does not show it. */
export function listedWait(record: IDataObject, rules: WaitRules, now: number) {
	if (needsNoAnswer(record, rules)) return undefined;
	const writer = lastWriter(record, now);
	if (writer === 'customer') return lastMessageAt(record, now);
	return writer === 'teammate' ? undefined : HIDDEN;
}

/** An unknown writer may have answered. */
export function unansweredIn(entries: ThreadEntry[]) {
	const sent = entries.filter(({ kind }) => kind === 'message');
	const answered = sent.map(({ writer }) => writer === 'teammate' || writer === 'unknown').lastIndexOf(true);
	return sent.slice(answered + 1).filter(({ writer }) => writer === 'customer');
}

/** Returns the fields of a wait that began at `since` (ms); null if nobody waits. */
export function waitFigures(since: number | undefined, now: number, { hours }: WaitRules): IDataObject {
	const minutes = (ms: number) => (since === undefined ? null : Math.max(0, Math.floor(ms / 60_000)));
	return {
		waiting_since: since === undefined ? null : new Date(since).toISOString(),
		waiting_minutes: minutes(now - (since ?? now)),
		...(hours && { waiting_business_minutes: minutes(openMs(since ?? now, now, hours)) }),
	};
}

export interface OpeningHours {
	days: number[];
	/** Minutes of the day. If `closes` is before `opens`, it is on the next day. */
	opens: number;
	closes: number;
	/** Dates such as 2026-12-25. */
	holidays: string[];
	zone: string;
}

/** Returns the open time in ms, up to `most`. Days follow the wall clock. */
export function openMs(from: number, to: number, hours: OpeningHours, most = Infinity) {
	let sum = 0;
	let closed = from;
	// The opening hours of the day before may end on this one.
	let day: DateTime = DateTime.fromMillis(from, { zone: hours.zone })
		.startOf('day')
		.minus({ days: 1 })
		.startOf('day');
	while (day.toMillis() < to && sum < most) {
		// After a clock change, a day may begin at 01:00.
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

function atMinute(minutes: number, day: DateTime) {
	return day.set({ hour: 0, minute: minutes }).toMillis();
}
