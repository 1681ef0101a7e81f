import { NodeHelpers, Workflow, type INodeProperties, type INodeTypes } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { operations } from '../../support/operations';
import { helpdeskNode, helpdeskType } from '../../support/runNode';

// Promises to people who open the editor for the first time.

const { description } = new Helpdesk();
const { properties } = description;
/** Returns all names in the editor: fields, their parts and their choices. */
function everyName(parts: unknown): string[] {
	return (parts as Array<Partial<INodeProperties> & { values?: unknown }>).flatMap(
		({ displayName, name, options = [], values = [] }) => [
			displayName ?? name!,
			...everyName(options),
			...everyName(values),
		],
	);
}
const ofApiRequest = properties
	.filter(({ displayOptions }) => String(displayOptions?.show?.resource) === 'apiRequest')
	.flatMap((property) => everyName([property]));

test('JSON fields and API names begin with "Advanced:" in both nodes', () => {
	const names = [properties, new HelpdeskTrigger().description.properties].flatMap(everyName);
	const others = names.filter((name) => /JSON|Field Name$|Page In/.test(name) && !name.startsWith('Advanced: '));
	// Except names of API Request, which is for API experts.
	expect(others.filter((name) => !ofApiRequest.includes(name))).toEqual([]);
	expect(names).toEqual(
		expect.arrayContaining(['Advanced: JSON', 'Advanced: Filter (JSON)', 'Advanced: Custom Fields (JSON)']),
	);
});

test.each(operations)('the canvas says below the node what %s does', (key, { action }) => {
	const [resource, operation] = key.split('.') as [string, string];
	const node = helpdeskNode({ resource, operation });
	const nodeTypes = { getByNameAndVersion: () => helpdeskType } as unknown as INodeTypes;
	// Evaluated as on the editor's canvas.
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	expect(expression.getSimpleParameterValue(node, description.subtitle, 'internal', {})).toBe(action);
});

test.each([
	['GET', false],
	['POST', true],
	['DELETE', true],
])('an API request by %s shows a field for its body: %s', (method, shows) => {
	const body = properties.find(({ name }) => name === 'jsonBody')!;
	const values = { resource: 'apiRequest', operation: 'send', method };
	expect(NodeHelpers.displayParameterPath(values, body, '', { typeVersion: 1 }, description)).toBe(shows);
});

test('time fields name their time zone in the hint', () => {
	const times = everyField([...properties, ...new HelpdeskTrigger().description.properties]).filter(
		({ type }) => type === 'dateTime',
	);
	expect(times.length).toBeGreaterThan(3);
	for (const { hint } of times) expect(hint).toContain("In the workflow's time zone");
});

test.each(['computedFields', 'waitingForReply'])('%s says that a list shows only a minimum of the wait', (name) => {
	const { description: words } = everyField(properties).find((field) => field.name === name)!;
	expect(words).toContain('at least');
});

const everyField = (all: INodeProperties[]): INodeProperties[] =>
	all.flatMap((property) => [
		property,
		...everyField((property.options ?? []).filter((option): option is INodeProperties => 'type' in option)),
	]);
