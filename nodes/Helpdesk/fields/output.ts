import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { recordFields, recordOf } from '../../../contract/endpoints';
import type { Input } from '../../shared/field';
import { simplify as forAll, like, list, oneOf } from '../../shared/fields';
import { words } from '../../shared/values';
import { simplified, type Simple } from '../../shared/simplify';
import type { Operation } from '../operation';

/** An AI agent's tool shows `output` instead. */
export const simplify = like(forAll, { show: { '@tool': [false] } });

export const output = oneOf(
	'output',
	'Which fields of each record the AI agent gets. Fewer fields leave it more room to think.',
	{
		raw: ['Raw', 'All fields that the helpdesk gives'],
		selected: ['Selected Fields', 'The ID and the fields that you choose'],
		simplified: ['Simplified', 'The ten fields that are used most'],
	},
	{ default: 'simplified', show: { '@tool': [true] } },
);

export const outputFields = list(
	'outputFields',
	'outputFields',
	'The fields to output for each record, beside its ID',
	{
		displayName: 'Fields to Output',
		hint: undefined,
		show: { '@tool': [true], output: ['selected'] },
		kind: words,
	},
);

/** Applies `output`, or else Simplify. */
export function inWantedForm(record: IDataObject, input: Input, simple: Simple): IDataObject {
	const wanted = input.output ?? (input.simplify === false ? 'raw' : 'simplified');
	if (wanted === 'raw') return record;
	if (wanted === 'simplified') return simplified(record, simple);
	const names = ['id', ...((input.outputFields as string[] | undefined) ?? [])];
	return simplified(record, Object.fromEntries(names.map((name) => [name, simple[name] ?? [[name]]])));
}

/** Lists Simplify's fields first. */
export function fieldsToChoose(operation: Operation): INodePropertyOptions[] {
	const record = operation.operationId && recordOf[operation.operationId];
	const names = new Set([
		...Object.keys(operation.output.form.simple ?? {}),
		...(record ? recordFields[record] : []),
	]);
	names.delete('id');
	return [...names].map((name) => ({ name, value: name }));
}
