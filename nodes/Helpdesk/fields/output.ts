import type { INodePropertyOptions } from 'n8n-workflow';

import { recordOf } from '../../../contract/endpoints';
import { fieldsToChoose, simplify as forAll, like, oneOf } from '../../shared/fields';
import type { Operation } from '../operation';

/** An AI agent's tool shows `output` instead. */
export const simplify = like(forAll, { show: { '@tool': [false] } });

export const output = oneOf(
	'output',
	'Which fields of each record the AI agent gets. Fewer fields leave it more room to think.',
	{
		raw: ['Raw', 'All fields that the helpdesk gives'],
		selected: ['Selected Fields', "Those of 'Fields to Output'"],
		simplified: ['Simplified', 'The ten fields that are used most'],
	},
	{ default: 'simplified', show: { '@tool': [true] } },
);

export function outputFieldsOf({ operationId, output: { form } }: Operation): INodePropertyOptions[] {
	return fieldsToChoose(form.simple ?? {}, operationId && recordOf[operationId]);
}
