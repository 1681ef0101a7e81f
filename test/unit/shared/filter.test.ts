import { choice, text } from '../../../nodes/shared/fields/readers';
import { combine, conditions, filterBody, filterConditions, filterJson, filterMode, filterTree } from '../../../nodes/shared/fields/filter';
import { attribute, attributeName, isChosen, OTHER, values } from '../../../nodes/shared/fields/filterAttributes';
import { InputError } from '../../../transport';

const context = { label: "'It'", timezone: 'UTC' };
const leaf = { attribute: 'status', comparison: 'eq', values: [{ value: 'Active' }] };
const rows = (...condition: unknown[]) => filterConditions({ condition }, context);
const row = { attribute: 'status', comparison: 'eq' };

it.each<[unknown, string[]]>([
	['Active, Pending\nClosed', ['Active', 'Pending', 'Closed']],
	[' , \n', []],
	[
		['a, b', 7],
		['a, b', '7'],
	],
	[[], []],
	[undefined, []],
])('a row with %j is compared against %j', (given, expected) => {
	expect(rows({ ...row, ...(given !== undefined && { values: given }) })).toEqual([{ ...row, values: expected.map((value) => ({ value })) }]);
});

it('a comma is part of a value that is typed freely, of which one stands on each line', () => {
	expect(rows({ ...row, attribute: 'subject', values: 'Hello, Anna\n Refund ' })).toEqual([
		{ ...row, attribute: 'subject', values: [{ value: 'Hello, Anna' }, { value: 'Refund' }] },
	]);
	expect(['status', 'tag', 'subject', 'toString', ['status']].map(isChosen)).toEqual([true, true, false, false, false]);
});

it.each<[unknown, string]>([
	[undefined, "'It' has no condition"],
	[{}, "'It' has no condition"],
	[{ condition: 'x' }, "'It' has no condition"],
	[{ condition: [] }, "'It' has no condition"],
	[{ condition: [row, 'x'] }, "'It': condition 2 must be an object"],
	[{ condition: [{ ...row, attribute: undefined }] }, "'Attribute' in condition 1 of 'It' must be a text such as \"status\""],
	[{ condition: [{ ...row, attribute: OTHER, attributeName: ' ' }] }, "'Attribute Name' in condition 1 of 'It' must be a text such as \"status\""],
	[{ condition: [{ ...row, comparison: 7 }] }, "'Advanced: Comparison' in condition 1 of 'It' must be a text such as \"eq\""],
	[{ condition: [{ ...row, values: null }] }, "'Values' in condition 1 of 'It' has no value for this item: its expression gives none"],
	[{ condition: [{ ...row, values: undefined }] }, "'Values' in condition 1 of 'It' has no value for this item: its expression gives none"],
	[{ condition: [{ ...row, values: [{}] }] }, "'Values' in condition 1 of 'It': entry number 1 is empty or not a text"],
])('the rows %j are refused by what is wrong', (value, message) => {
	expect(() => filterConditions(value, context)).toThrow(InputError);
	expect(() => filterConditions(value, context)).toThrow(message);
});

it('a tree is sent as it is, with what is not known in it', () => {
	const tree = {
		condition: 'and',
		more: 1,
		groups: [leaf, { attribute: 'a', comparison: 'is_set' }, { condition: 'or', groups: [{ ...leaf, other: 2 }] }],
	};
	expect(filterTree(JSON.stringify(tree), context)).toEqual(tree);
});

it.each<[unknown, string]>([
	['', "'It' is not a filter tree"],
	[leaf, "'It' is not a filter tree"],
	[{ groups: [leaf] }, '\'It\', filters.condition must be a text such as "and"'],
	[{ condition: 'and', groups: {} }, "'It', filters.groups must be a list with at least one entry"],
	[{ condition: 'and', groups: [] }, "'It', filters.groups must be a list with at least one entry"],
	[{ condition: 'and', groups: [leaf, 'x'] }, "'It', filters.groups[1] must be an object"],
	[{ condition: 'and', groups: [{ ...leaf, attribute: 1 }] }, '\'It\', filters.groups[0].attribute must be a text such as "status"'],
	[{ condition: 'and', groups: [{ ...leaf, comparison: '' }] }, '\'It\', filters.groups[0].comparison must be a text such as "eq"'],
	[{ condition: 'and', groups: [{ ...leaf, values: 'x' }] }, '\'It\', filters.groups[0].values must be a list such as [{"value": "Active"}]'],
	[{ condition: 'and', groups: [{ ...leaf, values: [{ value: 'x' }, 'x'] }] }, '\'It\', filters.groups[0].values[1] must be {"value": "a text"}'],
	[{ condition: 'and', groups: [{ ...leaf, values: [{ value: 7 }] }] }, '\'It\', filters.groups[0].values[0] must be {"value": "a text"}'],
	[{ condition: 'and', groups: [{ condition: 'or', groups: [] }] }, "'It', filters.groups[0].groups must be a list with at least one entry"],
])('the tree %j is refused by its place', (value, message) => {
	expect(() => filterTree(value, context)).toThrow(InputError);
	expect(() => filterTree(value, context)).toThrow(message);
});

it.each<[Record<string, unknown>, unknown]>([
	[{}, { display: { sort: 'newest' } }],
	[{ filterMode: 'none', sort: 'oldest', conditions: [leaf], filterJson: {} }, { display: { sort: 'oldest' } }],
	[
		{ filterMode: 'conditions', conditions: [leaf], combine: 'or' },
		{ display: { sort: 'newest' }, filters: { condition: 'or', groups: [leaf] } },
	],
	[
		{ filterMode: 'json', filterJson: { condition: 'and', groups: [leaf] } },
		{ display: { sort: 'newest' }, filters: { condition: 'and', groups: [leaf] } },
	],
])('of %j the body is %j', (input, body) => {
	expect(filterBody(input)).toEqual(body);
});

describe('the fields', () => {
	const fields = [filterMode, conditions, combine, filterJson];

	it('have the names under which they are stored, and none is sent under its own', () => {
		expect(fields.map(({ property: { name, type, displayOptions }, sent }) => [name, type, displayOptions?.show?.filterMode, sent])).toEqual([
			['filterMode', 'options', undefined, false],
			['conditions', 'fixedCollection', ['conditions'], false],
			['combine', 'options', ['conditions'], false],
			['filterJson', 'json', ['json'], false],
		]);
		const [group] = conditions.property.options as Array<{ name: string; values: Array<{ name: string; type: string; default: unknown }> }>;
		expect([group!.name, conditions.property.typeOptions, conditions.property.default]).toEqual(['condition', { multipleValues: true }, {}]);
		expect(group!.values.map(({ name }) => name)).toEqual(['attribute', 'attributeName', ...values.map(() => 'values'), 'comparison']);
		expect(group!.values.at(-1)).toMatchObject({ type: 'string', default: 'eq' });
	});

	it('offer what can be read, and begin with what filters nothing', () => {
		const offered = (field: { property: { options?: unknown } }) =>
			(field.property.options as Array<{ value: string }>).map(({ value }) => value);
		expect(offered(filterMode).map((value) => choice('none', 'conditions', 'json')(value, context))).toEqual(['conditions', 'none', 'json']);
		expect(offered(filterMode).map((value) => filterMode.read(value, context))).toEqual(['conditions', 'none', 'json']);
		expect(filterMode.property.default).toBe('none');
		expect([offered(combine), combine.property.default, combine.read('or', context)]).toEqual([['and', 'or'], 'and', text('or', context)]);
		expect(filterJson.read(filterJson.property.default, context)).toEqual({ condition: 'and', groups: [leaf] });
		expect(conditions.read({ condition: [row] }, context)).toEqual([{ ...row, values: [] }]);
	});

	it('of a row stand where their attribute is chosen, and what is stored stays valid', () => {
		expect(attribute).toMatchObject({ name: 'attribute', type: 'options', allowArbitraryValues: true, default: 'status' });
		expect(attributeName).toMatchObject({ name: 'attributeName', type: 'string', default: '', displayOptions: { show: { attribute: [OTHER] } } });
		expect(attribute.options!.map((option) => 'value' in option && option.value)).toEqual([
			'assignable_id',
			'other',
			'priority',
			'is_snoozed',
			'is_spam',
			'status',
			'subject',
			'tag',
		]);
		const chosen = ['status', 'priority', 'is_snoozed', 'is_spam', 'assignable_id', 'tag'];
		expect(
			values.map(({ type, displayOptions, allowArbitraryValues, default: usual }) => [type, displayOptions, allowArbitraryValues, usual]),
		).toEqual([
			...chosen.map((name) => ['multiOptions', { show: { attribute: [name] } }, true, []]),
			['string', { hide: { attribute: chosen } }, undefined, ''],
		]);
		expect(values.slice(0, 4).map(({ options }) => options!.map((option) => 'value' in option && option.value))).toEqual([
			['Active', 'Closed', 'Pending'],
			['High', 'Low', 'Normal'],
			['false', 'true'],
			['false', 'true'],
		]);
		expect(values.slice(4, 6).map(({ displayName, typeOptions }) => [displayName, typeOptions])).toEqual(
			['teammates', 'tags'].map((list) => ['Values', { loadOptionsMethod: list, loadOptionsDependsOn: ['inboxId.value', 'inboxIds'] }]),
		);
		expect(values.at(-1)!.typeOptions).toEqual({ rows: 2 });
	});
});
