import { time } from '../../shared/fields/build';
import { IN_ZONE, snakeCase } from '../../shared/names';
import { byClock, futureTime } from '../../shared/values/time';
import { fieldsOf } from '../../shared/readInput';
import type { Operation } from '../operation';
import { outputOf } from '../run/outputs';

const future = (name: string, description: string) =>
	time(name, `${description}, in the time zone of the workflow unless the value has one of its own`, {
		required: true,
		kind: futureTime,
		hint: `${IN_ZONE}; the output names it.`,
	});

export const snoozedUntil = future('snoozedUntil', 'When the conversation comes back');
export const scheduledAt = future('scheduledAt', 'When the reply is sent');

/** Adds the chosen time to the items, in UTC and in the workflow's zone. */
export function withTimes(operation: Operation): Operation {
	const field = [snoozedUntil, scheduledAt].find((each) => fieldsOf(operation).includes(each));
	if (!field) return operation;
	const { output } = operation;
	const sent = snakeCase(field.property.name);
	const local = `${sent}_local`;
	const fields = { ...output.form.fields, [sent]: 'string', [local]: 'string' } as const;
	return {
		...operation,
		output: outputOf({ ...output.form, fields }, async (call) => {
			const items = await output(call);
			const iso = call.input[field.property.name] as string | undefined;
			if (iso === undefined) return items;
			const times = { [sent]: iso, [local]: byClock(iso, call.timezone) };
			return items.map((item) =>
				item.json.skipped === true ? item : { ...item, json: { ...item.json, ...times, ...item.json } },
			);
		}),
	};
}
