import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { InputError } from '../../../transport';
import { time } from '../../shared/fields/build';
import { IN_ZONE } from '../../shared/fields/date';
import { fieldsOf } from '../../shared/readInput';
import type { Call, Operation } from '../operation';
import { outputOf } from '../run/outputs';

const future = (name: string, description: string) =>
	time(name, `${description}, in the time zone of the workflow unless the value has one of its own`, {
		required: true,
		hint: `${IN_ZONE}; the output names it.`,
	});

export const snoozedUntil = future('snoozedUntil', 'When the conversation comes back');
export const scheduledAt = future('scheduledAt', 'When the reply is sent');

const TOLD = [
	{ field: snoozedUntil, sent: 'snoozed_until', local: 'snoozed_until_local' },
	{ field: scheduledAt, sent: 'scheduled_at', local: 'scheduled_at_local' },
];

/** Adds the time in UTC and in the workflow's zone. The helpdesk's own fields stay. */
export function withTimes(operation: Operation): Operation {
	const told = TOLD.filter(({ field }) => fieldsOf(operation).includes(field));
	if (told.length === 0) return operation;
	const { output } = operation;
	const fields = Object.fromEntries(told.flatMap(({ sent, local }) => [sent, local]).map((name) => [name, 'string' as const]));
	const timesOf = ({ input, timezone }: Call): IDataObject =>
		Object.fromEntries(
			told.flatMap(({ field, sent, local }) => {
				const iso = input[field.property.name] as string | undefined;
				return iso === undefined ? [] : [[sent, iso] as const, [local, byClock(iso, timezone)] as const];
			}),
		);
	return {
		...operation,
		output: outputOf({ ...output.form, fields: { ...output.form.fields, ...fields } }, async (call) => {
			refusePast(call);
			const items = await output(call);
			const isSet = ({ json }: INodeExecutionData) => json.skipped !== true;
			return items.map((item) => (isSet(item) ? { ...item, json: { ...item.json, ...timesOf(call), ...item.json } } : item));
		}),
	};
}

/** It would be sent immediately. */
function refusePast({ input, now, timezone }: Call): void {
	const at = input.scheduledAt as string | undefined;
	if (at === undefined || Date.parse(at) > now()) return;
	throw new InputError("'Scheduled At' is in the past", `It is ${byClock(at, timezone)}. Nothing was sent. Enter a time that is still to come.`);
}

function byClock(iso: string, zone: string): string {
	return DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm:ss z');
}
