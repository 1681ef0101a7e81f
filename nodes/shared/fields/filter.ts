import type { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import type { Field, Input, ReadContext } from '../field';
import { choice, parseJson, text, textList } from './readers';

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
						type: 'string',
						default: 'eq',
						description:
							'How it is compared: "eq" is equals. Leave it as it is, unless your helpdesk takes another: the API documentation shows this one alone.',
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
		default:
			'{\n  "condition": "and",\n  "groups": [\n    { "attribute": "status", "comparison": "eq", "values": [{ "value": "Active" }] }\n  ]\n}',
		displayOptions: { show: { filterMode: ['json'] } },
		description: 'The whole filter tree. An entry of "groups" is a condition or another tree.',
	},
	read: filterTree,
	sent: false,
};

/** The rows of the condition builder as leaves of a filter tree (contract, Filter body). */
export function filterConditions(value: unknown, context: ReadContext): IDataObject[] {
	const { label } = context;
	const rows = (value as { condition?: unknown } | undefined)?.condition;
	const list = Array.isArray(rows) ? rows : [];
	if (list.length === 0) {
		throw new InputError(`${label} has no condition`, "Add a condition, or set 'Filter' to None.");
	}
	return list.map((row: unknown, index) => {
		const condition = `condition ${index + 1} of ${label}`;
		if (!isObject(row)) throw wrong(`${label}: condition ${index + 1}`, 'must be an object');
		const values = (textList(row.values, { ...context, label: `'Values' in ${condition}` }) ?? []).map((value) => ({ value }));
		return checkedLeaf({ attribute: row.attribute, comparison: row.comparison, values }, (name) => `'${LABELS[name]}' in ${condition}`);
	});
}

/** A whole filter tree as JSON. Throws InputError that names the node at fault. */
export function filterTree(value: unknown, context: ReadContext): IDataObject {
	const tree = parseJson(value, context);
	if (!isObject(tree) || !('groups' in tree)) {
		throw new InputError(
			`${context.label} is not a filter tree`,
			'The outermost object needs "condition" and "groups", for example {"condition": "and", "groups": [{"attribute": "status", "comparison": "eq", "values": [{"value": "Active"}]}]}.',
		);
	}
	return checkedNode(tree, `${context.label}, filters`);
}

function checkedNode(node: unknown, at: string): IDataObject {
	if (!isObject(node)) throw wrong(at, 'must be an object');
	return 'groups' in node ? checkedGroup(node, at) : checkedLeaf(node, (name) => `${at}.${name}`);
}

function checkedGroup(node: IDataObject, at: string): IDataObject {
	if (!isText(node.condition)) throw wrong(`${at}.condition`, 'must be a text such as "and"');
	if (!Array.isArray(node.groups) || node.groups.length === 0) throw wrong(`${at}.groups`, 'must be a list with at least one entry');
	return { ...node, groups: node.groups.map((entry, index) => checkedNode(entry, `${at}.groups[${index}]`)) };
}

/** The parts of a condition as the editor calls them. */
const LABELS = { attribute: 'Attribute', comparison: 'Comparison', values: 'Values' };

/** @param placeOf where a part stands, for error texts */
function checkedLeaf(node: IDataObject, placeOf: (name: keyof typeof LABELS) => string): IDataObject {
	if (!isText(node.attribute)) throw wrong(placeOf('attribute'), 'must be a text such as "status"');
	if (!isText(node.comparison)) throw wrong(placeOf('comparison'), 'must be a text such as "eq"');
	const { values } = node;
	if (!Array.isArray(values) || values.length === 0) throw wrong(placeOf('values'), 'must have at least one value');
	values.forEach((entry, index) => {
		if (!isObject(entry) || !isText(entry.value)) throw wrong(`${placeOf('values')}[${index}]`, 'must be {"value": "a text"}');
	});
	return node;
}

function wrong(at: string, what: string): InputError {
	return new InputError(`${at} ${what}`, 'Correct this place of the filter and run the step again.');
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** The body of a page of conversations: filter and order; the page itself is added as it is read. */
export function filterBody({ filterMode, conditions, combine, filterJson, sort }: Input): IDataObject {
	const body: IDataObject = { display: { sort: (sort as string | undefined) ?? 'newest' } };
	if (filterMode === 'conditions') body.filters = { condition: combine as string, groups: conditions as IDataObject[] };
	if (filterMode === 'json') body.filters = filterJson as IDataObject;
	return body;
}
