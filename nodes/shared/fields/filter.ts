import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError, isBlank, isObject } from '../../../transport';
import type { Input, ReadContext, Field } from '../field';
import { ADVANCED, OTHER_VALUES, PRIORITIES, STATUSES } from '../names';
import { json, oneOf, rows, text, list, named, optionsOf, showing, someOf, type Choices } from './build';
import { NEWEST, OLDEST, WAITING_LONGEST } from './paging';
import { jsonObject, readText, textList } from './readers';

export const OTHER = 'other';

const notShown = (name: string): [string, string] => [name, 'Your helpdesk may refuse it'];

/** From the contract: Conversation, and the tag of POST /conversation/{conversation_id}/tags. */
export const attribute = oneOf(
	'attribute',
	'The attribute to compare. Every helpdesk takes the status.',
	{
		assignable_id: notShown('Assignee'),
		[OTHER]: ['Other', 'Enter the name that your helpdesk has for it'],
		priority: notShown('Priority'),
		is_snoozed: notShown('Snoozed'),
		is_spam: notShown('Spam'),
		status: ['Status', 'Active, Pending, Closed or another'],
		subject: ['Subject', "Perhaps as a whole. For a word of it use Search, or n8n's Filter node behind this step."],
		tag: notShown('Tag'),
	},
	{
		// Keeps values that the list lacks.
		allowArbitraryValues: true,
		default: 'status',
	},
).property;

export const attributeName = text('attributeName', 'The name of the attribute in your helpdesk', {
	placeholder: 'e.g. contact_email',
	show: { attribute: [OTHER] },
}).property;

const amongSeen = (choices: Choices): Field =>
	someOf('values', `The values to compare with. ${OTHER_VALUES}`, optionsOf(choices), {
		allowArbitraryValues: true,
		read: readText,
	});

const YES_OR_NO = { false: 'No', true: 'Yes' };
const dependsOn = ['inboxId.value', 'inboxIds'];

const CHOSEN: Record<string, Field> = {
	status: amongSeen(named(STATUSES)),
	priority: amongSeen(named(PRIORITIES)),
	is_snoozed: amongSeen(YES_OR_NO),
	is_spam: amongSeen(YES_OR_NO),
	assignable_id: list('values', 'teammates', 'The teammates compared against', { dependsOn }),
	tag: list('values', 'tags', 'The tags compared against', { dependsOn }),
};

export const isChosen = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(CHOSEN, name);

/** All attributes share a parameter, so that its value stays when the attribute changes. */
export const values: INodeProperties[] = [
	...Object.entries(CHOSEN).map(([name, field]) => showing(field.property, { attribute: [name] })),
	text('values', 'The values to compare with: one a line, or a list from an expression', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Order 1234, second parcel',
		displayOptions: { hide: { attribute: Object.keys(CHOSEN) } },
		hint: 'Several values: one a line. A comma is part of the value.',
	}).property,
];

const COMPARISON = `${ADVANCED}Comparison`;

/** The only documented comparison (contract, Filter body). */
const EQUALS = 'eq';

export const filterMode = oneOf(
	'filterMode',
	'How the helpdesk chooses among the conversations of the inbox',
	{
		conditions: ['Conditions', 'Choose conditions that the conversations meet'],
		none: ['None', 'Return the conversations of the inbox unfiltered'],
		json: [`${ADVANCED}JSON`, 'Write a nested filter tree as JSON'],
	},
	{ displayName: `${ADVANCED}Filter`, default: 'none' },
);

const comparison = text('comparison', 'How it is compared. Your helpdesk may take other words.', {
	displayName: COMPARISON,
	default: EQUALS,
	show: { attribute: [OTHER] },
});

export const conditions = rows(
	'conditions',
	'What the conversations must meet. The meaning of several values of one condition depends on your helpdesk.',
	'Condition',
	[attribute, attributeName, ...values, comparison.property],
	{ show: { filterMode: ['conditions'] }, read: filterConditions },
);

export const combine = oneOf(
	'combine',
	'Whether a conversation must meet all conditions or any of them',
	{ and: 'All Conditions', or: ['Any Condition', 'Check that your helpdesk accepts it'] },
	{ show: { filterMode: ['conditions'] }, read: readText },
);

const EXAMPLE =
	'{\n  "condition": "and",\n  "groups": [\n    { "attribute": "status", "comparison": "eq", "values": [{ ' +
	'"value": "Active" }] }\n  ]\n}';

export const filterJson = json(
	'filterJson',
	'The whole filter tree. An entry of "groups" is a condition or another tree.',
	{
		displayName: `${ADVANCED}Filter (JSON)`,
		default: EXAMPLE,
		show: { filterMode: ['json'] },
		read: filterTree,
	},
);

/** Contract, Filter body. */
export function filterConditions(value: unknown, context: ReadContext): IDataObject[] {
	const { label } = context;
	const rows = (value as { condition?: unknown } | undefined)?.condition;
	const list = Array.isArray(rows) ? rows : [];
	if (list.length === 0)
		throw new InputError(`${label} has no condition`, "Add a condition, or set 'Advanced: Filter' to None.");
	return list.map((row: unknown, index) => {
		const fields = isObject(row) ? row : {};
		const at = (name: string) => ({ ...context, label: `'${name}' in condition ${index + 1} of ${label}` });
		const isOther = fields.attribute === OTHER;
		const name = at(isOther ? 'Attribute Name' : 'Attribute');
		const attribute = readText(isOther ? fields.attributeName : fields.attribute, name);
		if (attribute === undefined) throw wrong(name.label, 'is empty');
		const values = valuesOf(fields, attribute, at('Values')).map((each) => ({ value: each }));
		return { attribute, comparison: readText(fields.comparison, at(COMPARISON)) ?? EQUALS, values };
	});
}

/** Reads one value per line; commas also separate words and IDs. An empty list is valid. */
function valuesOf(row: IDataObject, attribute: string, context: ReadContext): string[] {
	const { values = null } = row;
	if (values === null && 'values' in row)
		throw wrong(context.label, 'has no value for this item: its expression gives none');
	if (typeof values !== 'string') return textList(values, context) ?? [];
	const parts = values.split(isChosen(attribute) ? /[\n,]/ : '\n');
	return parts.map((each) => each.trim()).filter((each) => !isBlank(each));
}

function wrong(at: string, what: string): InputError {
	return new InputError(`${at} ${what}`, 'Correct this place of the filter.');
}

export function filterTree(value: unknown, context: ReadContext): IDataObject {
	const tree = jsonObject(value, context);
	if (tree && Array.isArray(tree.groups)) return tree;
	throw new InputError(
		`${context.label} is not a filter tree`,
		`The outermost object needs "condition" and "groups", as in ${EXAMPLE}`,
	);
}

/** `others`: additional conditions. */
export function filterBody(
	{ filterMode, conditions, combine, filterJson, sort, additionalBody }: Input,
	others: IDataObject[] = [],
): IDataObject {
	const tree =
		filterMode === 'conditions'
			? { condition: combine, groups: conditions }
			: filterMode === 'json'
				? filterJson
				: undefined;
	const filters = others.length > 0 ? { condition: 'and', groups: [...others, ...(tree ? [tree] : [])] } : tree;
	// The longest wait is among the oldest.
	const order = sort === WAITING_LONGEST ? OLDEST : (sort ?? NEWEST);
	return {
		...(additionalBody as IDataObject),
		display: { sort: order as string },
		...(filters ? { filters: filters as IDataObject } : {}),
	};
}
