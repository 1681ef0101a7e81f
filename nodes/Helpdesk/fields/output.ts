import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { recordFields, recordOf } from '../../../contract/endpoints';
import type { Field, Input } from '../../shared/field';
import { simplify as forAll } from '../../shared/fields/paging';
import { choice, textList } from '../../shared/fields/readers';
import { simplified, type Simple } from '../../shared/simplify';
import type { Operation } from '../operation';

/** What comes out of an operation that has a record with many fields: people switch Simplify, an AI agent's tool can choose fields. */
export const simplify: Field = { ...forAll, property: { ...forAll.property, displayOptions: { show: { '@tool': [false] } } } };

export const output: Field = {
	property: {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'All fields that the helpdesk gives' },
			{ name: 'Selected Fields', value: 'selected', description: 'The ID and the fields that you choose' },
			{ name: 'Simplified', value: 'simplified', description: 'The ten fields that are used most' },
		],
		default: 'simplified',
		displayOptions: { show: { '@tool': [true] } },
		description: 'How much of each record the AI agent gets. Fewer fields leave it more room to think.',
	},
	read: choice('raw', 'selected', 'simplified'),
	sent: false,
};

export const outputFields: Field = {
	property: {
		displayName: 'Fields to Output',
		name: 'outputFields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'outputFields' },
		allowArbitraryValues: true,
		default: [],
		displayOptions: { show: { '@tool': [true], output: ['selected'] } },
		description:
			'The fields that each record comes out with, beside its ID. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	read: textList,
	sent: false,
};

/** The operation with the choice of what comes out, where its record has more fields than people use. */
export function withOutput(operation: Operation): Operation {
	const { simple } = operation.output.form;
	return simple ? { ...operation, options: [...(operation.options ?? []), simplify, output, outputFields] } : operation;
}

/** A record with the fields that the user wants of it; what Output says counts before Simplify. */
export function inWantedForm(record: IDataObject, input: Input, simple: Simple): IDataObject {
	const wanted = input.output ?? (input.simplify === false ? 'raw' : 'simplified');
	if (wanted === 'raw') return record;
	if (wanted === 'simplified') return simplified(record, simple);
	const names = ['id', ...((input.outputFields as string[] | undefined) ?? [])];
	return simplified(record, Object.fromEntries(names.map((name) => [name, simple[name] ?? [[name]]])));
}

/** The fields that can be chosen: those that Simplify keeps, then all others that the contract shows. */
export function fieldsToChoose(operation: Operation): INodePropertyOptions[] {
	const record = operation.operationId && recordOf[operation.operationId];
	const names = new Set([...Object.keys(operation.output.form.simple ?? {}), ...(record ? recordFields[record] : [])]);
	names.delete('id');
	return [...names].map((name) => ({ name, value: name }));
}
