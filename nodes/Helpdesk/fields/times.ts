import { DateTime } from 'luxon';

import { InputError } from '../../../transport';
import {
	Field,
	Input,
	Inputs,
	Moment,
	IN_ZONE,
	quoted,
	like,
	number,
	oneOf,
	text,
	time,
	futureTime,
	timeOfDay as minutesOfDay,
	utcTime,
} from '../../shared';

const AT = { when: ['at'] };
const IN = { when: ['in'] };
const DAYS = ['days', 'weeks'];

const future = (name: string, description: string) => time(name, description, { required: true, kind: futureTime });

export const snoozedUntil = like(future('snoozedUntil', 'When the conversation comes back'), { show: AT });
const sendingTime = future('scheduledAt', 'When the reply is sent');
export const scheduledAt = like(sendingTime, { show: AT });

const when = oneOf(
	'when',
	'How to enter the time',
	{ at: 'At a Date and Time', in: 'In Minutes, Hours, Days or Weeks' },
	{ sent: false },
);

const amount = number('amount', 'How many units from now', 1, { show: IN, sent: false });

const unit = oneOf(
	'unit',
	'The unit of the amount',
	{ minutes: 'Minutes', hours: 'Hours', days: 'Days', weeks: 'Weeks' },
	{ default: DAYS[0], show: IN, sent: false },
);

const timeOfDay = text('timeOfDay', 'The time on that day. Empty: the time of the run.', {
	displayName: 'Time of Day',
	placeholder: 'e.g. 09:00',
	hint: `${IN_ZONE}.`,
	kind: minutesOfDay,
	blank: { value: undefined },
	show: { ...IN, unit: DAYS },
	sent: false,
});

const fromNow = [amount, unit, timeOfDay];
export const timeFields = (at: Field) => [when, at, ...fromNow];

/** For a collection, in which `when` may be missing. */
export const newSendingTime = [
	like(sendingTime, { displayOptions: { hide: IN } }),
	like(when, { default: 'in' }),
	...fromNow,
];

/** Fills the field of 'At' from the fields of 'In', in whole seconds. */
export function withTimeOf({ property: { name } }: Field): Inputs['fillIn'] {
	return (input, moment) => {
		const isIn = input.when === 'in' || (input.when === undefined && input.amount !== undefined);
		if (!isIn) return input;
		const label = quoted(amount.property.displayName);
		if (input.amount === undefined) throw new InputError(`${label} is empty`, `Enter ${label}.`);
		return { ...input, [name]: utcTime(timeFromNow(input, moment), { ...moment, label }) };
	};
}

/** Counts by the wall clock: a day may have 23 or 25 hours, and a skipped time moves forward. */
function timeFromNow(input: Input, { now, timezone }: Moment): DateTime {
	const counted = (input.unit ?? DAYS[0]) as string;
	const time = DateTime.fromMillis(now, { zone: timezone })
		.startOf('second')
		.plus({ [counted]: input.amount });
	const isAtTime = input.timeOfDay !== undefined && DAYS.includes(counted);
	return isAtTime ? time.startOf('day').set({ minute: input.timeOfDay as number }) : time;
}
