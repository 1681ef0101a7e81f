import { type INodeProperties, type INodePropertyOptions, type INodeTypes, NodeHelpers, Workflow } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { operations, withEndpoint } from '../../support/operations';
import { helpdeskNode, helpdeskType } from '../../support/runNode';

const { description } = new Helpdesk();
const { properties } = description;
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
	// API Request is for API experts, so its names may be technical.
	expect(others.filter((name) => !ofApiRequest.includes(name))).toEqual([]);
	expect(names).toEqual(
		expect.arrayContaining(['Advanced: JSON', 'Advanced: Filter (JSON)', 'Advanced: Custom Fields (JSON)']),
	);
});

test.each(operations)('the canvas shows below the node what %s does', (key, { action }) => {
	const [resource, operation] = key.split('.') as [string, string];
	const node = helpdeskNode({ resource, operation });
	const nodeTypes = { getByNameAndVersion: () => helpdeskType } as unknown as INodeTypes;
	// Evaluates the subtitle as the canvas does.
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	expect(expression.getSimpleParameterValue(node, description.subtitle, 'internal', {})).toBe(action);
});

test.each([
	['GET', false],
	['POST', true],
	['DELETE', true],
])('API Request with %s shows the body field: %s', (method, shows) => {
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

test.each([
	['computedFields', 'has waited at least'],
	['waitingForReply', "may have begun before 'waiting_since'"],
])('the text of %s says that a list shows only a minimum wait', (name, part) => {
	const { description: words } = everyField(properties).find((field) => field.name === name)!;
	expect(words).toContain(part);
});

const everyField = (all: INodeProperties[]): INodeProperties[] =>
	all.flatMap((property) => [
		property,
		...everyField((property.options ?? []).filter((option): option is INodeProperties => 'type' in option)),
	]);

const notices = description.properties.filter(({ type }) => type === 'notice');

const provisional = withEndpoint.filter(([, , endpoint]) => endpoint.provisional).map(([key]) => key);

function shownAt(key: string) {
	const [resource, operation] = key.split('.');
	const shows = (property: INodeProperties) =>
		NodeHelpers.displayParameterPath(
			{ resource: resource!, operation: operation! },
			property,
			'',
			{ typeVersion: 1 },
			description,
		);
	return notices.filter(shows).map(({ displayName }) => displayName);
}

test('each unconfirmed operation says so and is below the confirmed ones of its resource', () => {
	expect(withEndpoint.length - provisional.length).toBe(44);
	expect(provisional.length).toBeLessThanOrEqual(26);
	const lists = description.properties.filter(({ name }) => name === 'operation');
	for (const { displayOptions, options } of lists) {
		const [resource] = displayOptions!.show!.resource as string[];
		const marked = (options as INodePropertyOptions[]).map(({ value, description: text }) => {
			const isProvisional = provisional.includes(`${resource}.${String(value)}`);
			expect([resource, value, /not confirmed\)(\.|$)/.test(text!)]).toEqual([resource, value, isProvisional]);
			return isProvisional;
		});
		expect([resource, ...marked]).toEqual([resource, ...[...marked].sort()]);
	}
});

test('exactly one notice says that an operation is not confirmed', () => {
	const shown = notices
		.map(({ displayName }) => displayName)
		.filter((text) => text.startsWith('Not confirmed for your helpdesk'));
	expect(new Set(shown).size).toBe(1);
	const says = (key: string) => shownAt(key).includes(shown[0]!);
	expect(
		withEndpoint
			.map(([key]) => key)
			.filter(says)
			.sort(),
	).toEqual([...provisional].sort());
	const texts = description.properties.filter(({ name }) => name !== 'toolDescription');
	expect(JSON.stringify(texts)).not.toMatch(/provisional:/i);
	expect(JSON.stringify(texts).split('Not confirmed for your helpdesk').length - 1).toBe(shown.length);
});

test.each([
	[
		['message.reply', 'scheduledReply.sendNow', 'message.retrySending'],
		/goes to the customer\. The node cannot undo it/,
	],
	[['message.forward'], /goes to the addresses in 'To'\. The node cannot undo it/],
	[
		[
			...[
				'conversation.merge',
				'conversation.split',
				'scheduledReply.cancel',
				'message.deleteDraft',
				'savedReply.delete',
			],
			'tag.delete',
		],
		/There is no known undo/,
	],
	[['automation.delete'], /This cannot be undone/],
	[['contact.create', 'contact.update', 'contact.upsert'], /Custom fields are not supported/],
])('only %s show the notice %s above the fields', (keys, text) => {
	const showing = withEndpoint.map(([key]) => key).filter((key) => shownAt(key).some((notice) => text.test(notice)));
	expect(showing.sort()).toEqual([...keys].sort());
});

test("only the notices of Add Note, Reply and Create Scheduled Reply suggest 'Only Once Per'", () => {
	const naming = withEndpoint
		.map(([key]) => key)
		.filter((key) => shownAt(key).some((text) => /Another run.*'Only Once Per'/.test(text)));
	expect(naming.sort()).toEqual(['message.addNote', 'message.reply', 'scheduledReply.create']);
});

test('Add Note says that it is for the team, Reply that it goes to the customer', () => {
	const texts = (key: string) => shownAt(key).join();
	expect(texts('message.addNote')).toMatch(/^The note is for the team, not for the customer/);
	expect(texts('message.reply')).toMatch(/to the customer/);
	expect(withEndpoint.map(([key]) => key).filter((key) => /for the team/.test(texts(key)))).toEqual([
		'message.addNote',
	]);
	// Both operations have this field, so its example must fit both.
	const message = description.properties.filter(({ name }) => name === 'message');
	expect(message.map(({ placeholder }) => placeholder)).toEqual([expect.not.stringMatching(/team|thank you/i)]);
});
