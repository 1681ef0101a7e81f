import type { Field } from '../operation';
import { filterConditions, filterTree } from '../read/filter';
import { choice, text } from '../read/text';

export const filterMode: Field = {
	property: {
		displayName: 'Filter',
		name: 'filterMode',
		type: 'options',
		options: [
			{ name: 'Conditions', value: 'conditions', description: 'Choose conditions that the conversations meet' },
			{ name: 'JSON', value: 'json', description: 'Write a nested filter tree as JSON' },
			{ name: 'None', value: 'none', description: 'Return the conversations of the inbox unfiltered' },
		],
		default: 'none',
		description: 'How to choose among the conversations of the inbox',
	},
	read: choice('none', 'conditions', 'json'),
	sent: false,
};

export const conditions: Field = {
	property: {
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Condition',
		default: {},
		displayOptions: { show: { filterMode: ['conditions'] } },
		description: 'What the conversations must meet. The API documentation does not show what several values of one condition mean.',
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [
					{
						displayName: 'Attribute',
						name: 'attribute',
						type: 'string',
						default: 'status',
						description: 'What is compared. The API documentation shows "status"; others may exist.',
					},
					{
						displayName: 'Comparison',
						name: 'comparison',
						type: 'options',
						options: [{ name: 'Equals', value: 'eq' }],
						allowArbitraryValues: true,
						default: 'eq',
						description: 'How it is compared. The API documentation shows "eq" alone; others may exist. For any other of your helpdesk choose Expression and type it.',
					},
					{
						displayName: 'Values',
						name: 'values',
						type: 'string',
						default: '',
						placeholder: 'e.g. Active, Pending',
						description: 'One value, or several separated by commas',
					},
				],
			},
		],
	},
	read: filterConditions,
	sent: false,
};

export const combine: Field = {
	property: {
		displayName: 'Combine',
		name: 'combine',
		type: 'options',
		options: [
			{ name: 'All Conditions', value: 'and' },
			{ name: 'Any Condition', value: 'or', description: 'The API documentation does not show this word: check that your helpdesk accepts it' },
		],
		default: 'and',
		displayOptions: { show: { filterMode: ['conditions'] } },
		description: 'Whether a conversation must meet all conditions or any of them',
	},
	read: text,
	sent: false,
};

export const filterJson: Field = {
	property: {
		displayName: 'Filter (JSON)',
		name: 'filterJson',
		type: 'json',
		default: '{\n  "condition": "and",\n  "groups": [\n    { "attribute": "status", "comparison": "eq", "values": [{ "value": "Active" }] }\n  ]\n}',
		displayOptions: { show: { filterMode: ['json'] } },
		description: 'The whole filter tree. An entry of "groups" is a condition or another tree.',
	},
	read: filterTree,
	sent: false,
};
