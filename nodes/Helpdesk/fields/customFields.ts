import type { Field } from '../operation';
import { customFieldObject, customFieldRows } from '../read/customFields';
import { choice } from '../read/text';
import { fromListOr } from './locators';

export const customFieldsMode: Field = {
	property: {
		displayName: 'Custom Fields Mode',
		name: 'customFieldsMode',
		type: 'options',
		options: [
			{ name: 'Fields', value: 'fields', description: 'One row a field' },
			{ name: 'JSON', value: 'json', description: 'One JSON object with a value for each key' },
		],
		default: 'fields',
		description: 'How to give the custom fields',
	},
	read: choice('fields', 'json'),
	sent: false,
};

const key = fromListOr(
	{ displayName: 'By Key', name: 'key', placeholder: 'e.g. order_number' },
	{ displayName: 'Key', name: 'key', description: 'The key of the custom field, as in custom_field_values of a conversation' },
	{ picker: 'customFieldKeys', hint: 'Keys that recent conversations have. For any other choose By Key.' },
);

export const customFields: Field = {
	property: {
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: { customFieldsMode: ['fields'] } },
		description: 'The fields to set',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					key,
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Typed text is sent as text. A number, true or false from an expression keeps its type.',
					},
				],
			},
		],
	},
	read: customFieldRows,
	sent: false,
};

export const customFieldsJson: Field = {
	property: {
		displayName: 'Custom Fields (JSON)',
		name: 'customFieldsJson',
		type: 'json',
		required: true,
		default: '{}',
		placeholder: 'e.g. {"order_number": "1234", "vip": true}',
		displayOptions: { show: { customFieldsMode: ['json'] } },
		description: 'A JSON object with the keys of the custom fields and their new values',
	},
	read: customFieldObject,
	sent: false,
};
