import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Field } from '../../shared/field';
import { IN_ZONE, utcDate } from '../../shared/fields/date';
import { fieldsOf } from '../../shared/readInput';
import type { Call, Operation } from '../operation';
import { outputOf } from '../run/outputs';

export const snoozedUntil = future('snoozedUntil', 'Snoozed Until', 'When the conversation comes back');
export const scheduledAt = future('scheduledAt', 'Scheduled At', 'When the reply is sent');

function future(name: string, displayName: string, description: string): Field {
	return {
		property: {
			displayName,
			name,
			type: 'dateTime',
			required: true,
			default: '',
			hint: `${IN_ZONE}; the output names it.`,
			description: `${description}, in the time zone of the workflow unless the value has one of its own`,
		},
		read: utcDate,
	};
}

/** What the items say of each time: as it was sent, and by the workflow's clocks. */
const TOLD = [
	{ field: snoozedUntil, sent: 'snoozed_until', local: 'snoozed_until_local' },
	{ field: scheduledAt, sent: 'scheduled_at', local: 'scheduled_at_local' },
];

/** The operation whose items also tell the time that it set, with its zone; what the helpdesk answers under the same name stays. */
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
			const items = await output(call);
			const isSet = ({ json }: INodeExecutionData) => json.skipped !== true;
			return items.map((item) => (isSet(item) ? { ...item, json: { ...item.json, ...timesOf(call), ...item.json } } : item));
		}),
	};
}

/** Such as "2026-11-23 09:00:00 America/New_York", which the fields for times take too. */
function byClock(iso: string, zone: string): string {
	return DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm:ss z');
}
