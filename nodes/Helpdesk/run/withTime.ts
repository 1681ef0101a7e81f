import type { Field } from '../../shared/field';
import { snakeCase } from '../../shared/names';
import { byClock } from '../../shared/values';
import type { Output } from '../operation';
import { outputOf } from './outputs';

/** Adds the chosen time to the items, in UTC and in the workflow's zone. */
export function withTime({ property: { name } }: Field, output: Output): Output {
	const sent = snakeCase(name);
	const local = `${sent}_local`;
	const fields = { ...output.form.fields, [sent]: 'string', [local]: 'string' } as const;
	return outputOf({ ...output.form, fields }, async (call) => {
		const items = await output(call);
		const iso = call.input[name] as string | undefined;
		if (iso === undefined) return items;
		const times = { [sent]: iso, [local]: byClock(iso, call.timezone) };
		return items.map(({ json, ...item }) => ({ ...item, json: { ...json, ...times, ...json } }));
	});
}
