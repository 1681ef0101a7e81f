import { simplify as forAll, like, oneOf } from '../../shared/fields';

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
