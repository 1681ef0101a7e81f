import { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import { Input, Field } from '../field';
import { ADVANCED, PRIORITIES, STATUSES } from '../names';
import { json, oneOf, rows, text, list, knownOf, named, showing, OptionTexts } from './build';
import { NEWEST, sentOrder } from './paging';
import {
	originOf,
	partOf,
	jsonObject,
	listOf,
	isNothing,
	tagNames,
	teammates,
	readValue,
	givenRows,
	plainText,
	kindOf,
	word,
	Given,
	Condition,
	Kind,
	ReadContext,
	Labelled,
	ValueContext,
} from '../values';

export const OTHER = 'other';

/** From the contract: Conversation, and the tag of POST /conversation/{conversation_id}/tags. */
export const attribute = oneOf(
	'attribute',
	'The attribute to compare. Your helpdesk may refuse all but Status.',
	{
		assignable_id: 'Assignee',
		[OTHER]: ['Other', 'By its name in your helpdesk'],
		priority: 'Priority',
		is_snoozed: 'Snoozed',
		is_spam: 'Spam',
		status: 'Status',
		subject: [
			'Subject',
			"May only match the whole subject. For a word, use Search, or n8n's Filter node after this one.",
		],
		tag: 'Tag',
	},
	{
		// Otherwise, n8n marks values that are not in the list.
		allowArbitraryValues: true,
		default: 'status',
	},
).property;

const attributeName = text('attributeName', 'Its name in your helpdesk', {
	placeholder: 'e.g. contact_email',
	show: { attribute: [OTHER] },
}).property;

const knownValues = (choices: OptionTexts) => knownOf('values', 'The values to compare with', choices);

const YES_OR_NO = { false: 'No', true: 'Yes' };
const dependsOn = ['inboxId.value', 'inboxIds'];

const CHOSEN: Record<string, Field> = {
	status: knownValues(named(STATUSES)),
	priority: knownValues(named(PRIORITIES)),
	is_snoozed: knownValues(YES_OR_NO),
	is_spam: knownValues(YES_OR_NO),
	assignable_id: list('values', 'teammates', 'The teammates to compare with', { dependsOn, kind: teammates }),
	tag: list('values', 'tags', 'The tags to compare with', { dependsOn, kind: tagNames }),
};

/** All attributes share one parameter, so its value stays if the attribute changes. */
export const values = [
	...Object.entries(CHOSEN).map(([name, field]) => showing(field.property, { attribute: [name] })),
	text('values', 'The values to compare with, one for each line, or a list from an expression', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Order 1234, second parcel',
		displayOptions: { hide: { attribute: Object.keys(CHOSEN) } },
		hint: 'One value for each line. A comma is part of the value.',
	}).property,
];

const COMPARISON = `${ADVANCED}Comparison`;

/** The only documented comparison (contract, Filter body). */
const EQUALS = 'eq';

export const filterMode = oneOf(
	'filterMode',
	'Which conversations of the inbox the helpdesk returns',
	{
		conditions: ['Conditions', 'Those that meet conditions'],
		none: ['None', 'All conversations'],
		json: [`${ADVANCED}JSON`, 'A nested filter as JSON'],
	},
	{ displayName: `${ADVANCED}Filter`, default: 'none' },
);

const comparison = text('comparison', 'How to compare, in the words of your helpdesk', {
	displayName: COMPARISON,
	default: EQUALS,
	show: { attribute: [OTHER] },
});

export const conditions = rows(
	'conditions',
	'The conditions to meet. Whether one or all values must match depends on your helpdesk.',
	'Condition',
	[attribute, attributeName, ...values, comparison.property],
	{ show: { filterMode: ['conditions'] }, kind: kindOf('conditions', readConditions) },
);

export const combine = oneOf(
	'combine',
	'Which conditions must be met',
	{ and: 'All Conditions', or: ['Any Condition', 'Your helpdesk may refuse it'] },
	{ show: { filterMode: ['conditions'] }, kind: word },
);

const EXAMPLE =
	'{\n  "condition": "and",\n  "groups": [\n    { "attribute": "status", "comparison": "eq", "values": [{ ' +
	'"value": "Active" }] }\n  ]\n}';

export const filterJson = json(
	'filterJson',
	'The whole filter. An entry of "groups" is a condition or another filter.',
	{
		displayName: `${ADVANCED}Filter (JSON)`,
		default: EXAMPLE,
		show: { filterMode: ['json'] },
		kind: kindOf('filterTree', readTree),
	},
);

/** Reads one value for each line, or a list. */
const lines = listOf('words', (entry, context) => plainText(entry, context).trim(), /[^\n]+/g);

function readConditions(_: unknown, context: ReadContext) {
	const rows = givenRows(context, 'condition');
	if (rows.length === 0)
		throw new InputError(`${context.label} has no condition`, "Add one, or set 'Advanced: Filter' to None.");
	const read = rows.flatMap((row, index) => {
		const at = (name: string) => ({
			...context,
			label: `'${name}' in condition ${index + 1} of ${context.label}`,
		});
		return conditionIn(row, at) ?? [];
	});
	return read.length > 0 ? read : undefined;
}

function conditionIn(row: Given, at: (name: string) => ValueContext): Condition | undefined {
	const wordIn = (part: string, name: string, usual?: string) =>
		readValue({ kind: word, need: usual ? 'optional' : 'required' }, partOf(row, part), at(name)) as string;
	const chosen = wordIn('attribute', 'Attribute');
	const attribute = chosen === OTHER ? wordIn('attributeName', 'Attribute Name') : chosen;
	const comparison = wordIn('comparison', COMPARISON, EQUALS) ?? EQUALS;
	const kind = (CHOSEN[attribute]?.kind ?? lines) as Kind<unknown[]>;
	const given = partOf(row, 'values');
	const need = originOf(given) === 'panel' ? 'required' : 'filter';
	const values = readValue({ kind, need, finds: 'conversation' }, given, at('Values'));
	return values === undefined ? undefined : { attribute, comparison, values: values as unknown[], kind };
}

/** Refuses a tree that lacks conditions or values because of an expression: it could match everything. */
function readTree(value: unknown, context: ReadContext) {
	const tree = jsonObject.read(value, context);
	if (!Array.isArray(tree.groups))
		throw new InputError(
			`${context.label} is not a filter`,
			`The outermost object needs "condition" and "groups", as in ${EXAMPLE}`,
		);
	if (originOf(context.given) !== 'panel') refuseEmpty(tree, context);
	return tree;
}

function refuseEmpty(part: IDataObject, { label }: Labelled) {
	const parts = 'groups' in part ? part.groups : part.values;
	const entries = Array.isArray(parts) ? (parts as unknown[]) : [];
	const isEmpty = (entry: unknown) => isNothing(isObject(entry) ? entry.value : entry);
	const isLeaf = !('groups' in part);
	if (entries.length === 0 || (isLeaf && (isNothing(part.attribute) || entries.some(isEmpty))))
		throw new InputError(
			`${label} has a condition without a value, so every conversation could match`,
			'Check what its expression gives for this item.',
		);
	if (!isLeaf) for (const entry of entries) refuseEmpty(isObject(entry) ? entry : {}, { label });
}

export function filterBody(
	{ conditions, combine, filterJson, sort, additionalBody }: Input,
	others: IDataObject[] = [],
): IDataObject {
	const tree = conditions ? { condition: combine, groups: conditions } : filterJson;
	const filters = others.length > 0 ? { condition: 'and', groups: [...others, ...(tree ? [tree] : [])] } : tree;
	return {
		...(additionalBody as IDataObject),
		display: { sort: sentOrder(sort ?? NEWEST) },
		...(filters ? { filters: filters as IDataObject } : {}),
	};
}
