import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import axios from 'axios';

import { outputSchemas } from '../../tools/docs/schemas';
import { tarballProblems, unpack } from '../../tools/release/problems';
import { operations } from '../support/operations';
import { useRig } from './support/n8n';

const QUEUE_CODE = 'This limiter has been stopped';

/** Names of parameters in a node's description. */
const NAMES = /"name":"\w+"/g;

const rig = useRig();
beforeEach(() => rig.sandbox.reset());

it('the tarball contains only files that n8n needs and the licences of bundled packages', () => {
	expect(tarballProblems(unpack(rig.tarball))).toEqual([]);
});

it('every node in the tarball loads the same queue', () => {
	const { files } = unpack(rig.tarball);
	const filesWith = (code: string) =>
		Object.keys(files).filter((file) => file.endsWith('.js') && files[file]!.includes(code));
	expect(filesWith(QUEUE_CODE)).toEqual(['dist/bottleneck.js']);
	expect(filesWith('/bottleneck.js")')).toEqual(['dist/transport.js']);
	for (const node of JSON.parse(files['package.json']!).n8n.nodes as string[])
		expect(files[node]).toContain('require("../../transport.js")');
});

it('the package opens no file or connection when n8n loads it, and needs less than 5 MB', () => {
	const folder = mkdtempSync(join(tmpdir(), 'helpdesk-tarball-'));
	execFileSync('tar', ['-xzf', rig.tarball, '-C', folder, '--strip-components=1']);
	// The pack imports n8n-workflow, which n8n provides.
	const env = { ...process.env, NODE_PATH: join(__dirname, '../../node_modules') };
	const probe = join(__dirname, 'support', 'loadProbe.cjs');
	const { nodes, opened, heldBytes } = JSON.parse(
		execFileSync('node', ['--expose-gc', probe, folder], { encoding: 'utf8', env }),
	);
	rmSync(folder, { recursive: true });
	expect([nodes, opened]).toEqual([['helpdesk', 'helpdeskTrigger'], []]);
	expect(heldBytes).toBeLessThan(5_000_000);
});

it('n8n offers every operation, Request Options, the AI agent tool, and hints for its AI builder', async () => {
	interface Offered {
		name: string;
		builderHint?: object;
		properties: Array<{
			name: string;
			displayOptions?: { show?: { resource?: string[] } };
			options?: Array<{ value: string }>;
			isNodeSetting?: boolean;
		}>;
	}
	const offered = (await rig.client.nodeTypes()) as unknown as Offered[];
	const { properties } = offered.find(({ name }) => name === 'n8n-nodes-helpdesk.helpdesk')!;
	const choices = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.map(({ value }) => `${displayOptions!.show!.resource![0]}.${value}`),
		)
		// n8n adds this entry to every dropdown.
		.filter((choice) => !choice.endsWith('.__CUSTOM_API_CALL__'));
	expect(choices.sort()).toEqual(operations.map(([key]) => key).sort());
	expect(offered.map(({ name }) => name)).toContain('n8n-nodes-helpdesk.helpdeskTool');
	const settings = (all: Offered['properties']) =>
		all.filter(({ isNodeSetting }) => isNodeSetting).map((setting) => JSON.stringify(setting).match(NAMES)!.sort());
	const declarative = offered.find(({ name, properties: others }) => !/helpdesk/.test(name) && settings(others)[0])!;
	expect(settings(properties)).toEqual(settings(declarative.properties));
	const hinted = offered
		.filter(({ name, builderHint }) => name.startsWith('n8n-nodes-helpdesk.') && builderHint)
		.map(({ name }) => name);
	expect(hinted).toEqual(
		expect.arrayContaining(['n8n-nodes-helpdesk.helpdesk', 'n8n-nodes-helpdesk.helpdeskTrigger']),
	);
});

it('n8n offers the fields of every operation before its first run, for the node and for the tool', async () => {
	const httpAgent = new Agent({ keepAlive: false });
	const get = async (node: string, key: string) =>
		await axios.get(`${rig.url}/schemas/n8n-nodes-helpdesk.${node}/1.0.0/${key.replace('.', '/')}.json`, {
			validateStatus: () => true,
			httpAgent,
		});
	const schemas = outputSchemas();
	for (const [key] of operations) {
		const expected = JSON.parse(schemas[`nodes/Helpdesk/__schema__/v1.0.0/${key.replace('.', '/')}.json`]!);
		expect([key, (await get('helpdesk', key)).data]).toEqual([key, expected]);
	}
	expect((await get('helpdeskTool', 'conversation.get')).status).toBe(200);
	expect((await get('helpdesk', 'conversation.fly')).status).toBe(404);
});
