import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { COLLECTIONS, type Field } from '../../../nodes/shared/field';
import { combine, conditions, filterJson, filterMode } from '../../../nodes/shared/fields/filter';
import { noticeProperties } from '../../../nodes/Helpdesk/description/notices';
import { resources } from '../../../nodes/Helpdesk/resources';

const { description } = new Helpdesk();
const { properties } = description;
const operations = resources.flatMap((resource) =>
	resource.operations.map(
		(operation) => [`${resource.value}.${operation.value}`, resource.value, operation] as const,
	),
);

/** Returns how often a parameter name must be defined: once per different field. */
function needed(name: string) {
	if (['resource', 'requestOptions', ...COLLECTIONS].includes(name)) return 1;
	if (name === 'operation') return resources.length;
	// The tool description differs for each operation.
	if (name === 'toolDescription') return operations.length;
	const forms = operations.flatMap(([, , { fields = [] }]) => fields.map((field) => field.shownAs ?? field));
	return new Set(forms.filter(({ property }) => property.name === name)).size;
}

test('every parameter name is defined once per form, because each definition costs time per item', () => {
	const count = new Map<string, number>();
	for (const { name } of properties) count.set(name, (count.get(name) ?? 0) + 1);
	// Notices and hidden parameters have no value to resolve. They may need several conditions.
	const withoutValue = properties
		.filter(({ type }) => type === 'notice' || type === 'hidden')
		.map(({ name }) => name);
	const tooOften = [...count].filter(([name, times]) => times > (withoutValue.includes(name) ? 4 : needed(name)));
	expect(tooOften).toEqual([]);
	// Operations share these fields.
	const often = ['conversationId', 'inboxId', 'contactId', 'message'].map((name) => count.get(name));
	expect([...often, count.get('simplify') ?? 0]).toEqual([1, 1, 1, 1, 0]);
});

const namesOf = (fields: Field[] = []) => fields.map(({ property }) => property.name);

/** Returns the names that n8n shows for resource and operation, ignoring other conditions. */
function shown(all: INodeProperties[], values: INodeParameters, path: string) {
	const ofChoice = (property: INodeProperties) => {
		const show = Object.entries(property.displayOptions?.show ?? {}).filter(([name]) =>
			/^\/?(resource|operation|\w+Shown)$/.test(name),
		);
		return { ...property, displayOptions: { show: Object.fromEntries(show) } };
	};
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameterPath(values, ofChoice(property), path, { typeVersion: 1 }, description);
	return all.filter((property) => property.type !== 'hidden' && isShown(property)).map(({ name }) => name);
}

/** Adds the defaults, as n8n does when it loads a workflow. */
function withDefaults(values: INodeParameters) {
	return NodeHelpers.getNodeParameters(properties, values, true, false, { typeVersion: 1 }, description)!;
}

/** Fields of the condition tree. They follow Filters, because few users need them. */
const TREE = [filterMode, conditions, combine, filterJson];

test.each(operations)('%s shows exactly its own fields, in order', (_, resource, operation) => {
	const values: INodeParameters = { resource, operation: operation.value };
	const choice = { resource: resources.find(({ value }) => value === resource)!, operation };
	const collections = COLLECTIONS.filter((name) => operation[name]);
	for (const name of collections) values[name] = {};
	expect(shown(properties, withDefaults(values), '')).toEqual([
		// Ask for Approval is not a tool.
		...(operation.value === 'sendAndWait' ? [] : ['toolDescription']),
		'resource',
		'operation',
		...noticeProperties([choice]).map(({ name }) => name),
		...namesOf(operation.fields?.filter((field) => !TREE.includes(field))),
		...collections,
		...namesOf(operation.fields?.filter((field) => TREE.includes(field))),
		'requestOptions',
	]);
	for (const name of collections) {
		const options = properties.find((property) => property.name === name)!.options as INodeProperties[];
		expect(shown(options, withDefaults(values), name).sort()).toEqual(namesOf(operation[name]).sort());
	}
});

test('every operation has a description', () => {
	for (const [key, , { description }] of operations)
		expect([key, description]).toEqual([key, expect.stringMatching(/^[A-Z].{15,}/)]);
});

test('a value stays if the next operation has its field, and is dropped otherwise', () => {
	const at = (resource: string, operation: string, before: INodeParameters = {}) => {
		const values = withDefaults({ ...before, resource, operation });
		const kept = NodeHelpers.getNodeParameters(properties, values, false, false, { typeVersion: 1 }, description)!;
		expect(Object.keys(kept).filter((name) => name.endsWith('Shown'))).toEqual([]);
		return values;
	};
	const reply = at('message', 'reply', { conversationId: 'c1' });
	const update = at('conversation', 'update', reply);
	expect(update).toMatchObject({ conversationId: 'c1', conversationIdShown: 'yes' });
	const many = at('conversation', 'getMany', update);
	expect([many.conversationId, many.conversationIdShown]).toEqual([undefined, undefined]);
	expect(at('message', 'getMany', { ...many, conversationId: 'c2' })).toMatchObject({ conversationId: 'c2' });
});

test('every parameter has a description', () => {
	const nested = properties.flatMap(({ options = [] }) => options as INodeProperties[]).filter(({ type }) => type);
	const undescribed = [...properties, ...nested].filter(
		({ name, type, description }) =>
			!description && !/^(resource|operation)$/.test(name) && !['collection', 'notice', 'hidden'].includes(type),
	);
	expect(undescribed.map(({ name }) => name)).toEqual([]);
});
