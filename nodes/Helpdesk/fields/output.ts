import { simplify as forAll, like, oneOf } from '../../shared/fields';

/** An AI agent's tool shows `output` instead. */
export const simplify = like(forAll, { show: { '@tool': [false] } });

export const output = oneOf(
	'output',
	"Which fields the AI agent gets. Fewer fields use less of the model's context.",
	{
		raw: ['Raw', 'All fields'],
		selected: ['Selected Fields', "Those of 'Fields to Output'"],
		simplified: ['Simplified', 'The ten most used fields'],
	},
	{ default: 'simplified', show: { '@tool': [true] } },
);
