import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { isNewN8n, useRig } from './support/n8n';
import { exampleNames, readExample } from './support/workflows';

const rig = useRig({ conversations: 1 });
let types: INodeTypeDescription[];
beforeAll(async () => (types = (await rig.client.nodeTypes()) as INodeTypeDescription[]));

it('docs/examples.md links every example', () => {
	const page = readFileSync(join(__dirname, '..', '..', 'docs', 'examples.md'), 'utf8');
	const linked = [...page.matchAll(/\]\(\.\.\/examples\/([\w-]+)\.json\)/g)].map(([, name]) => name);
	expect([...new Set(linked)].sort()).toEqual([...exampleNames].sort());
});

it.each(exampleNames)(
	'the example %s can be imported, drops no failed item, and contains its explanation',
	async (name) => {
		const example = await readExample(name);
		const { nodes, connections } = example;
		const workflow = await rig.client.createWorkflow(example);
		expect(workflow).toMatchObject({ name: example.name, nodes, connections, settings: example.settings });
		await rig.client.deleteWorkflow(workflow);
		for (const { type, typeVersion, parameters } of nodes) {
			const known = types.filter((each) => each.name === type && [each.version].flat().includes(typeVersion));
			const exists = isNewN8n || type !== 'n8n-nodes-base.dataTable';
			expect([type, typeVersion, known.length]).toEqual([type, typeVersion, exists ? 1 : 0]);
			if (exists)
				expect(known[0]!.properties.map((property) => property.name)).toEqual(
					expect.arrayContaining(Object.keys(parameters)),
				);
		}
		// An example contains no data of the n8n in which it was made.
		expect(Object.keys(example).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		expect(JSON.stringify(example)).not.toMatch(/"credentials"|instanceId|127\.0\.0\.1|localhost/);
		const names = nodes.map((node) => node.name);
		const targets = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(
			expect.arrayContaining([...Object.keys(connections), ...targets.map((target) => target?.node)]),
		);
		for (const node of nodes.filter(({ type }) => type === 'n8n-nodes-helpdesk.helpdesk')) {
			const hasErrorOutput = (connections[node.name]?.main?.[1]?.length ?? 0) > 0;
			expect([node.name, node.onError]).toEqual([node.name, hasErrorOutput ? 'continueErrorOutput' : undefined]);
		}
		const notes = nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters }) => String(parameters.content));
		expect(notes.join('\n')).toMatch(/^## .+\n[^]+\*\*Before the first run:\*\*\n\n1\. /);
	},
);

if (isNewN8n) {
	it("n8n's own report for version 3 finds nothing to change in any example", async () => {
		const workflows = await Promise.all(exampleNames.map(async (name) => await readExample(name)));
		const saved = await Promise.all(workflows.map(async (each) => await rig.client.createWorkflow(each)));
		const found = await rig.client.changesInVersion3();
		for (const workflow of saved) await rig.client.deleteWorkflow(workflow);
		expect(found).toEqual([]);
	});
}

it('an example that writes to found conversations begins with Limit 5, and says so in bold', async () => {
	const examples = await Promise.all(exampleNames.map(readExample));
	const writing = examples.filter(({ nodes }) => {
		const ours = nodes.filter(
			({ type, parameters }) =>
				type === 'n8n-nodes-helpdesk.helpdesk' && (parameters.options as INodeParameters)?.dryRun === undefined,
		);
		const operations = ours.map(({ parameters }) => String(parameters.operation));
		return (
			operations.includes('getMany') &&
			operations.some((operation) => /^(addTag|addNote|snooze)$/.test(operation))
		);
	});
	expect(writing.map(({ name }) => name)).toHaveLength(5);
	for (const { name, nodes } of writing) {
		const limits = nodes
			.filter(({ type }) => type === 'n8n-nodes-base.limit')
			.map(({ parameters }) => parameters.maxItems);
		for (const { parameters } of nodes.filter(({ parameters }) => parameters.operation === 'getMany')) {
			expect([name, limits[0] ?? (parameters.returnAll === false && parameters.limit)]).toEqual([name, 5]);
		}
		expect([
			name,
			nodes.some(({ parameters }) => String(parameters.content).includes('**It starts with Limit 5:**')),
		]).toEqual([name, true]);
	}
});
