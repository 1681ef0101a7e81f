import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { HelpdeskApi } from '../../../credentials/HelpdeskApi.credentials';
import { describe as described } from '../../../nodes/Helpdesk/description/compose';
import { place, wherever, type Choice } from '../../../nodes/Helpdesk/description/place';
import { toolDescription } from '../../../nodes/Helpdesk/description/toolDescription';
import { waitingHints } from '../../../nodes/Helpdesk/description/waiting';
import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import type { Endpoint } from '../../../contract/endpoints';
import { endpointOf } from '../../../nodes/shared/endpoint';
import type { Operation, Resource } from '../../../nodes/Helpdesk/operation';
import { COLLECTIONS } from '../../../nodes/shared/field';
import { operationAt, operations } from '../../support/operations';

const { description, methods } = new Helpdesk();
const { properties } = description;

/** The icons, light and dark, that are there. */
function iconsOf(icon: unknown, folder = 'nodes/Helpdesk'): string[] {
	const { light, dark } = icon as { light: string; dark: string };
	const paths = [light, dark].map((each) => each.replace('file:', `${folder}/`));
	return paths.filter((path) => existsSync(join(__dirname, '../../..', path)));
}

test('the credential is what the nodes and stored credentials name', () => {
	const { name, icon, documentationUrl } = new HelpdeskApi();
	expect([name, iconsOf(icon, 'credentials')]).toEqual([
		'helpdeskApi',
		['credentials/../icons/helpdesk.svg', 'credentials/../icons/helpdesk.dark.svg'],
	]);
	expect(documentationUrl).toBe('https://www.npmjs.com/package/n8n-nodes-helpdesk');
});

test('the node is what workflows have stored and n8n looks for', () => {
	expect(description).toMatchObject({
		name: 'helpdesk',
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		defaults: { name: 'Helpdesk' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		requestOperations: { pagination: expect.any(Function) },
	});
	expect(iconsOf(description.icon)).toEqual(['nodes/Helpdesk/../../icons/helpdesk.svg', 'nodes/Helpdesk/../../icons/helpdesk.dark.svg']);
	expect(description.hints!.length).toBeGreaterThan(waitingHints.length);
	for (const { message, location } of description.hints!) expect([location, message]).toEqual(['outputPane', expect.stringMatching(/./)]);
	expect(new Set(description.hints!.map(({ whenToDisplay }) => whenToDisplay))).toEqual(new Set(['always', 'afterExecution']));
	expect(methods.credentialTest).toEqual({ helpdeskApiTest: expect.any(Function) });
	expect(Object.keys(methods.loadOptions)).toEqual(expect.arrayContaining(['outputFields', 'teammates', 'tags']));
});

test('operations stand by name, and each hands its item to the pagination function with an address that nothing can be sent to', () => {
	for (const { type, noDataExpression, options = [], displayOptions } of properties.filter(({ name }) => name === 'operation')) {
		const names = (options as INodePropertyOptions[]).map(({ name }) => name);
		expect([type, noDataExpression, names]).toEqual(['options', true, [...names].sort((a, b) => a.localeCompare(b))]);
		for (const { value, routing } of options as INodePropertyOptions[]) {
			const { method, path = '' }: Partial<Endpoint> = endpointOf(operationAt(`${String(displayOptions!.show!.resource)}.${value}`)) ?? {};
			expect(routing).toEqual({ request: { method, url: `helpdesk-node:${path}` }, send: { paginate: true } });
		}
	}
});

test('an operation says in its description that it is provisional, and which token it needs', () => {
	const operation = { ...operationAt('contact.get'), description: 'Look it up' };
	expect(described(operation)).toBe('Look it up');
	expect(described({ ...operation, operationId: 'batchDeleteConversations' })).toBe('Provisional: look it up (needs a personal access token)');
	expect(described({ ...operation, operationId: 'deleteConversation' })).toBe('Look it up (needs a personal access token)');
});

test('the fields of a collection stand by name, those for who knows the API last', () => {
	for (const { name, options = [] } of properties.filter((each) => COLLECTIONS.includes(each.name as never))) {
		const names = (options as INodeProperties[]).map(({ displayName }) => displayName);
		const isAdvanced = (each: string) => each.startsWith('Advanced: ');
		const sorted = [...names].sort((a, b) => Number(isAdvanced(a)) - Number(isAdvanced(b)) || a.localeCompare(b));
		expect([name, names]).toEqual([name, sorted]);
	}
});

/** Resources with these operations, as "a: x y". */
function choicesOf(all: string, used: string): Choice[] {
	const resources = all.split(', ').map((text) => {
		const [value, operations] = text.split(': ') as [string, string];
		return { value, operations: operations.split(' ').map((each) => ({ value: each })) } as Resource;
	});
	return resources.flatMap((resource) =>
		resource.operations
			.filter((operation) => used.split(' ').includes(`${resource.value}.${operation.value}`))
			.map((operation) => ({ resource, operation }) as Choice),
	);
}

const property: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	displayOptions: { hide: { x: [1] }, show: { y: [2] } },
};

test.each<[string, string, string, Array<Record<string, string[]>>]>([
	['nowhere', 'a: x', '', []],
	['in a whole resource', 'a: x y, b: x', 'a.x a.y', [{ resource: ['a'] }]],
	['in a part of one', 'a: x y, b: x', 'a.x', [{ resource: ['a'], operation: ['x'] }]],
	['in two resources at once', 'a: x y, b: x z', 'a.x b.x', [{ resource: ['a', 'b'], operation: ['x'] }]],
	['in two whole resources', 'a: x y, b: x y', 'a.x a.y b.x b.y', [{ resource: ['a', 'b'] }]],
	[
		'in two of which one has what the other does not show',
		'a: x y, b: x y',
		'a.x b.y',
		[
			{ resource: ['a'], operation: ['x'] },
			{ resource: ['b'], operation: ['y'] },
		],
	],
	[
		'in parts where that takes fewer',
		'b: x y z, a: x y z, c: x y z',
		'b.x a.x a.y a.z c.y c.z',
		[
			{ resource: ['b', 'a'], operation: ['x'] },
			{ resource: ['a', 'c'], operation: ['y', 'z'] },
		],
	],
])('a property is shown %s', (_, all, used, shown) => {
	const conditions = wherever(property, choicesOf(all, used)).map(({ displayOptions }) => displayOptions);
	expect(conditions).toEqual(shown.map((show) => ({ hide: { x: [1] }, show: { y: [2], ...show } })));
});

test('an option of a collection is shown by the paths of the dropdowns', () => {
	expect(wherever({ ...property, displayOptions: undefined }, choicesOf('a: x y', 'a.x'), '/').map(({ displayOptions }) => displayOptions)).toEqual(
		[{ show: { '/resource': ['a'], '/operation': ['x'] } }],
	);
});

test('what takes several conditions is defined once, and shown with a hidden parameter that stands for them', () => {
	const [first, second, shown, ...more] = place(property, choicesOf('a: x y, b: x y', 'a.x b.y'));
	expect(more).toEqual([]);
	for (const hidden of [first, second]) expect(hidden).toMatchObject({ name: 'fieldShown', type: 'hidden', default: 'yes' });
	expect(shown).toEqual({ ...property, displayOptions: { hide: { x: [1] }, show: { y: [2], fieldShown: ['yes'] } } });
	expect(place(property, choicesOf('a: x', 'a.x'))).toHaveLength(1);
});

const told = (changes: Partial<Operation>) => toolDescription({ ...operationAt('contact.get'), options: [], fields: [], ...changes });

test('a tool tells what it returns, and of what may not be there that it may not', () => {
	const output = (form: object) => Object.assign(async () => [], { form });
	expect(told({ output: output({ simple: { id: [['id']], name: [['name']] }, fields: { created: 'boolean' } }) })).toMatch(
		/ Returns for each record: id, name, created\.$/,
	);
	expect(told({ output: output({ record: true }) })).toMatch(/ Returns each record with all its fields\.$/);
	expect(told({ output: output({}), description: 'Look it up' })).toBe(
		'Look it up. It only reads: nothing in the helpdesk changes. Returns what the helpdesk answers.',
	);
	expect(told({ operationId: 'listTags', output: output({}), description: 'List.' })).toMatch(
		/^List\. The helpdesk may not have it\. It only reads/,
	);
	expect(told({ operationId: 'createTag', output: output({}), undo: undefined })).toContain(
		'It changes the helpdesk: the API documentation shows no way to take it back.',
	);
	expect(told({ operationId: 'createTag', output: output({}), undo: 'Delete takes it back', notice: 'forTeam' })).toContain(
		'It changes the helpdesk: Delete takes it back.',
	);
});

test('each operation has a description for models, which steps do not have', () => {
	const ofTools = properties.filter(({ name }) => name === 'toolDescription');
	expect(ofTools).toHaveLength(operations.length);
	for (const [index, [key, operation]] of operations.entries()) {
		const show = { '@tool': [true], resource: [key.split('.')[0]], operation: [operation.value] };
		const form = { type: 'string', typeOptions: { rows: 5 }, default: toolDescription(operation), displayOptions: { show } };
		expect(ofTools[index]).toMatchObject(form);
	}
});

const field = (changes: Partial<INodeProperties>) => ({ property: { ...property, displayOptions: undefined, ...changes }, read: String });

test.each<[Partial<INodeProperties>, string | undefined]>([
	[{ description: 'What it is. More.' }, ' Field: What it is.'],
	[{ description: 'What it is' }, ' Field: What it is.'],
	[{ description: 'Such as 1.5 of it. More.' }, ' Field: Such as 1.5 of it.'],
	[{ description: 'Words, or a list from an expression' }, ' Field: Words.'],
	[{ description: 'When', type: 'dateTime' }, ' Field: When, such as 2026-11-24T09:00:00Z.'],
	[{ description: 'Which', type: 'resourceLocator' }, ' Field: Which, by ID.'],
	[
		{
			description: 'Which.',
			type: 'options',
			options: [
				{ name: 'None', value: '' },
				{ name: 'A', value: 'a' },
				{ name: 'B', value: 'b' },
			],
		},
		' Field: Which (a, b).',
	],
	[{ description: 'Which', type: 'fixedCollection', options: [{ displayName: 'A', name: 'a', values: [] }] }, ' Field: Which.'],
	[{ description: 'For others', displayName: 'Advanced: Field' }, undefined],
	[{ description: 'By rules', displayOptions: { show: { computedFields: [true] } } }, undefined],
	[{ description: 'In steps', displayOptions: { show: { '@tool': [false] } } }, undefined],
	[{ description: 'In tools', displayOptions: { show: { '@tool': [true] } } }, ' Field: In tools.'],
])('of a field %j a model is told "%s"', (changes, meaning) => {
	const before = told({});
	expect(told({ fields: [field(changes)] })).toBe(before + (meaning ?? ''));
	expect(told({ options: [field(changes)] })).toBe(before + (meaning ?? ''));
});

test('a field for whose meaning there is no room is passed over; what is exactly as long as there is room for is told', () => {
	const room = 1024 - told({}).length - ' Field: .'.length;
	const long = (length: number) => told({ fields: [field({ description: 'x'.repeat(length) }), field({ description: '' })] });
	expect([long(room).length, long(room + 1)]).toEqual([1024, `${told({})} Field: .`]);
});

test('how long a step takes is said in words, by one hint at a time', () => {
	expect(waitingHints.map(({ message }) => /takes (.*), because/.exec(message)![1])).toEqual([
		...['about a minute', 'about two minutes', 'about three minutes', 'about four minutes', 'about five minutes', 'about six minutes'],
		...['about seven minutes', 'about eight minutes', 'about nine minutes', '10 to 15 minutes', '15 to 20 minutes', '20 to 30 minutes'],
		...['30 to 45 minutes', '45 minutes to an hour', '1 to 2 hours', '2 to 4 hours', '4 to 8 hours', '8 hours or more'],
	]);
	const bounds = waitingHints.map(({ displayCondition }) =>
		[...displayCondition!.matchAll(/\)\) (>|<=) (\d+)/g)].map(([, sign, count]) => `${sign} ${count}`),
	);
	expect([bounds[0], bounds[9], bounds.at(-1)]).toEqual([['> 300', '<= 600'], ['> 3000', '<= 4500'], ['> 144000']]);
	expect(waitingHints[3]!.message).toMatch(/^More than 1,200 requests/);
	expect(new Set(waitingHints.map(({ type }) => type))).toEqual(new Set(['info']));
});
