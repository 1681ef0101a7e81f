import type { IDataObject } from 'n8n-workflow';

import { InputError, isBlank, isObject } from '../../../transport';
import type { Field, Input, ReadContext } from '../field';
import { ADVANCED } from '../names';
import { attribute, attributeName, isChosen, OTHER, values } from './filterAttributes';
import { choice, parseJson, text, textList } from './readers';

const COMPARISON = `${ADVANCED}Comparison`;

export const filterMode: Field = {
	property: {
		displayName: 'Filter',
		name: 'filterMode',
		type: 'options',
		options: [
			{ name: 'Conditions', value: 'conditions', description: 'Choose conditions that the conversations meet' },
			{ name: 'None', value: 'none', description: 'Return the conversations of the inbox unfiltered' },
			{ name: `${ADVANCED}JSON`, value: 'json', description: 'Write a nested filter tree as JSON' },
		],
		default: 'none',
		description: "How to choose among the conversations of the inbox. By custom field: 'Only With Custom Fields' under 'Options' of Get Many.",
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
					attribute,
					attributeName,
					...values,
					{
						displayName: COMPARISON,
						name: 'comparison',
						type: 'string',
						default: 'eq',
						placeholder: 'e.g. eq',
						description:
							'How it is compared; eq means equals. The API documentation shows this one alone: your helpdesk may take others.',
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
		displayName: `${ADVANCED}Filter (JSON)`,
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
		const [attribute, name] = row.attribute === OTHER ? [row.attributeName, 'attributeName' as const] : [row.attribute, 'attribute' as const];
		const values = valuesOf(row, attribute, { ...context, label: `'Values' in ${condition}` }).map((value) => ({ value }));
		const placeOf = (part: keyof typeof LABELS) => `'${LABELS[part === 'attribute' ? name : part]}' in ${condition}`;
		return checkedLeaf({ attribute, comparison: row.comparison, values }, placeOf);
	});
}

/**
 * What a row is compared against; nothing is a filter that the specification does not forbid. Text is one value a line,
 * or among words and IDs, in which no comma is, also between commas. Throws InputError where an expression gives no value.
 */
function valuesOf(row: IDataObject, attribute: unknown, context: ReadContext): string[] {
	const { values = null } = row;
	if (values === null && 'values' in row) throw wrong(context.label, 'has no value for this item: its expression gives none');
	if (typeof values !== 'string') return textList(values, context) ?? [];
	const parts = values.split(isChosen(attribute) ? /[\n,]/ : '\n');
	return parts.map((each) => each.trim()).filter((each) => !isBlank(each));
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
const LABELS = { attribute: 'Attribute', attributeName: 'Attribute Name', comparison: COMPARISON, values: 'Values' };

/**
 * A leaf may be without values: some comparison may need none.
 *
 * @param placeOf where a part stands, for error texts
 */
function checkedLeaf(node: IDataObject, placeOf: (name: keyof typeof LABELS) => string): IDataObject {
	if (!isText(node.attribute)) throw wrong(placeOf('attribute'), 'must be a text such as "status"');
	if (!isText(node.comparison)) throw wrong(placeOf('comparison'), 'must be a text such as "eq"');
	const { values = [] } = node;
	if (!Array.isArray(values)) throw wrong(placeOf('values'), 'must be a list such as [{"value": "Active"}]');
	values.forEach((entry, index) => {
		if (!isObject(entry) || typeof entry.value !== 'string') throw wrong(`${placeOf('values')}[${index}]`, 'must be {"value": "a text"}');
	});
	return node;
}

function wrong(at: string, what: string): InputError {
	return new InputError(`${at} ${what}`, 'Correct this place of the filter and run the step again.');
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && !isBlank(value);
}

/** The body of a page of conversations: filter and order; the page itself is added as it is read. */
export function filterBody({ filterMode, conditions, combine, filterJson, sort }: Input): IDataObject {
	const body: IDataObject = { display: { sort: (sort as string | undefined) ?? 'newest' } };
	if (filterMode === 'conditions') body.filters = { condition: combine as string, groups: conditions as IDataObject[] };
	if (filterMode === 'json') body.filters = filterJson as IDataObject;
	return body;
}
