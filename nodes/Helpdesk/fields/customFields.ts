import {
	Field,
	ADVANCED,
	json,
	locator,
	oneOf,
	rows,
	text,
	More,
	customFieldFilter,
	customFields as rowsKind,
	customFieldsJson as jsonKind,
} from '../../shared';

export const customFieldsMode = oneOf(
	'customFieldsMode',
	'How to enter the custom fields',
	{
		fields: ['Fields', 'One row for each field'],
		json: [`${ADVANCED}JSON`, 'One JSON object with a value for each field'],
	},
	{ sent: false },
);

const key = locator(
	'key',
	'The custom field',
	{
		picker: 'customFieldKeys',
		hint: 'Fields of the inbox or of recent conversations. For any other, choose By Name.',
	},
	{ displayName: 'Field', typed: { displayName: 'By Name', name: 'key', placeholder: 'e.g. order_number' } },
);

function fieldRows(name: string, description: string, value: string, more: More & Pick<Field, 'kind'>) {
	const parts = [key, text('value', value, { placeholder: more.placeholder })].map(({ property }) => property);
	return rows(name, description, 'Field', parts, { ...more, placeholder: 'Add Field' });
}

export const customFields = fieldRows(
	'customFields',
	'The fields to set',
	'For a number, true or false, use an expression',
	{
		show: { customFieldsMode: ['fields'] },
		kind: rowsKind,
	},
);

export const customFieldsJson = json('customFieldsJson', 'A JSON object with the new value of each field', {
	displayName: `${ADVANCED}Custom Fields (JSON)`,
	required: true,
	placeholder: 'e.g. {"order_number": "1234", "vip": true}',
	show: { customFieldsMode: ['json'] },
	kind: jsonKind,
});

export const withCustomFields = fieldRows(
	'withCustomFields',
	'Only conversations in which all these fields have these values. The node may have to read all pages.',
	'The value to find, in any capitalisation. Leave empty to find conversations without a value.',
	{ displayName: 'Custom Fields', placeholder: 'e.g. Gold', kind: customFieldFilter },
);
