import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import type { ReadContext } from '../operation';
import { isObject } from './isObject';
import { parseJson } from './json';
import { textList } from './list';

/** The rows of the condition builder as leaves of a filter tree (specification, Filter body). */
export function filterConditions(value: unknown, context: ReadContext): IDataObject[] {
	const { label } = context;
	const rows = (value as { condition?: unknown } | undefined)?.condition;
	const list = Array.isArray(rows) ? rows : [];
	if (list.length === 0) {
		throw new InputError(`${label} has no condition`, 'Add a condition, or set Filter to None.');
	}
	return list.map((row: unknown, index) => {
		const at = `${label}, condition ${index + 1}`;
		if (!isObject(row)) throw wrong(at, 'must be an object');
		const values = (textList(row.values, { ...context, label: `${at}: Values` }) ?? []).map((value) => ({ value }));
		return checkedNode({ attribute: row.attribute, comparison: row.comparison, values }, at);
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
	return 'groups' in node ? checkedGroup(node, at) : checkedLeaf(node, at);
}

function checkedGroup(node: IDataObject, at: string): IDataObject {
	if (!isText(node.condition)) throw wrong(`${at}.condition`, 'must be a text such as "and"');
	if (!Array.isArray(node.groups) || node.groups.length === 0) throw wrong(`${at}.groups`, 'must be a list with at least one entry');
	return { ...node, groups: node.groups.map((entry, index) => checkedNode(entry, `${at}.groups[${index}]`)) };
}

function checkedLeaf(node: IDataObject, at: string): IDataObject {
	if (!isText(node.attribute)) throw wrong(`${at}.attribute`, 'must be a text such as "status"');
	if (!isText(node.comparison)) throw wrong(`${at}.comparison`, 'must be a text such as "eq"');
	const { values } = node;
	if (!Array.isArray(values) || values.length === 0) throw wrong(`${at}.values`, 'must have at least one value');
	values.forEach((entry, index) => {
		if (!isObject(entry) || !isText(entry.value)) throw wrong(`${at}.values[${index}]`, 'must be {"value": "a text"}');
	});
	return node;
}

function wrong(at: string, what: string): InputError {
	return new InputError(`${at} ${what}`, 'Correct this place of the filter and run the step again.');
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}
