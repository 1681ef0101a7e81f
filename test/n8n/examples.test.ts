import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowInput } from '../../tools/n8n/workflow';
import { exampleNames, readExample } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';
import { hasDataTable } from './support/olderN8n';

jest.setTimeout(30_000);

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'examples.md'), 'utf8');

let n8n: SharedN8n;
let types: INodeTypeDescription[];
beforeAll(async () => {
	n8n = await connect();
	types = (await n8n.client.nodeTypes()) as INodeTypeDescription[];
});

it('the page of examples has each of them, and no other', () => {
	const linked = [...page.matchAll(/\]\(\.\.\/examples\/([\w-]+)\.json\)/g)].map(([, name]) => name);
	expect(linked.sort()).toEqual([...exampleNames].sort());
});

describe.each(exampleNames)('the example %s', (name) => {
	let example: WorkflowInput;
	beforeAll(async () => {
		example = await readExample(name);
	});

	it('imports as it is', async () => {
		const workflow = await n8n.client.createWorkflow(example);
		expect(workflow).toMatchObject({ name: example.name, connections: example.connections, settings: example.settings });
		expect(workflow.nodes).toEqual(example.nodes);
		await n8n.client.deleteWorkflow(workflow);
	});

	it('uses only nodes, versions and parameters that n8n and the pack have', () => {
		for (const { type, typeVersion, parameters } of example.nodes) {
			const known = types.filter((each) => each.name === type && [each.version].flat().includes(typeVersion));
			const isThere = hasDataTable || type !== 'n8n-nodes-base.dataTable';
			expect([type, typeVersion, known.length]).toEqual([type, typeVersion, isThere ? 1 : 0]);
			if (!isThere) continue;
			const properties = known[0]!.properties.map((property) => property.name);
			expect(properties).toEqual(expect.arrayContaining(Object.keys(parameters)));
		}
	});

	it('holds nothing of the n8n in which it was made', () => {
		expect(Object.keys(example).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		for (const node of example.nodes) expect(node).not.toHaveProperty('credentials');
		expect(JSON.stringify(example)).not.toMatch(/instanceId|127\.0\.0\.1|localhost/);
	});

	it('connects only nodes that it has, each of another name', () => {
		const names = example.nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		const targets = Object.values(example.connections).flatMap((outputs) =>
			Object.values(outputs)
				.flat(2)
				.map((target) => target?.node),
		);
		expect(names).toEqual(expect.arrayContaining([...Object.keys(example.connections), ...targets]));
	});

	it('drops no failed item: a Helpdesk node stops the run, or its error output leads somewhere', () => {
		for (const node of example.nodes.filter(({ type }) => type === 'n8n-nodes-helpdesk.helpdesk')) {
			const isLed = (example.connections[node.name]?.main?.[1]?.length ?? 0) > 0;
			expect([node.name, node.onError, isLed]).toEqual([node.name, isLed ? 'continueErrorOutput' : undefined, isLed]);
		}
	});

	it('tells on a note what it does and what to change', () => {
		const notes = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote').map(({ parameters }) => String(parameters.content));
		expect(notes.join('\n')).toMatch(/^## .+\n[^]+\*\*To use it:\*\*/);
	});
});

it('an example that writes to what it finds begins with Limit 5, and says so in bold', async () => {
	const examples = await Promise.all(exampleNames.map(readExample));
	const writing = examples.filter(({ nodes }) => {
		const ours = nodes.filter(
			({ type, parameters }) => type === 'n8n-nodes-helpdesk.helpdesk' && (parameters.options as INodeParameters)?.dryRun !== true,
		);
		const operations = ours.map(({ parameters }) => String(parameters.operation));
		return operations.includes('getMany') && operations.some((operation) => /^(addTag|addNote|snooze)$/.test(operation));
	});
	expect(writing.map(({ name }) => name)).toHaveLength(4);
	for (const { name, nodes } of writing) {
		for (const { parameters } of nodes.filter(({ parameters }) => parameters.operation === 'getMany')) {
			expect([name, parameters.returnAll, parameters.limit]).toEqual([name, false, 5]);
		}
		expect([name, nodes.some(({ parameters }) => String(parameters.content).includes('**It begins with Limit 5:**'))]).toEqual([name, true]);
	}
});
