import type { IConnections, INode } from 'n8n-workflow';

import { itemsOf } from '../../tools/n8n/execution';
import { withCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { drawWorld } from '../../contract/worlds';
import { startSandbox, type Sandbox } from '../../sandbox';
import { systemClock } from '../../transport/clock';
import { reportOf } from '../../tools/service/found';
import { readHelpdesk } from '../../tools/service/read';
import { isReport, type ServiceReport } from '../../tools/service/report';
import { plant } from '../contract/service/support/plant';
import { quickCredential, readExample } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(180_000);

const world = { ...drawWorld(12), clockSkew: 'none' as const };

describe('the example that checks a helpdesk, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let example: WorkflowInput;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 300, limitPerMinute: 0, world });
		const imported = withCredential(await readExample('check-my-helpdesk'), await quickCredential(n8n.client, sandbox));
		// So that the test can look at the run.
		const reader: INode = {
			...imported.nodes[0]!,
			id: 'reader',
			name: 'Read the file',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: "return [{ json: { text: String(await this.helpers.getBinaryDataBuffer(0, 'data')) } }]" },
		};
		const connections: IConnections = { ...imported.connections, 'The report': { main: [[{ node: reader.name, type: 'main', index: 0 }]] } };
		example = { ...imported, nodes: [...imported.nodes, reader], connections, settings: { executionOrder: 'v1' } };
	});
	afterAll(async () => await sandbox.close());

	async function run() {
		const workflow = await n8n.client.createWorkflow(example);
		const execution = await n8n.client.run(workflow, 'By hand', 120_000);
		await n8n.client.deleteWorkflow(workflow);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const rows = itemsOf(execution, 'The findings').map(({ json }) => json);
		const files = itemsOf(execution, 'The report').map(({ binary }) => binary!.data!);
		expect(files).toHaveLength(1);
		const text = String(itemsOf(execution, 'Read the file')[0]!.json.text);
		expect(text).toContain('n8n-nodes-helpdesk service:check');
		return { rows, file: files[0]!, text };
	}

	it('finds what npm run service:check finds, as a table and as a file, and writes nothing', async () => {
		const { rows, file, text } = await run();
		expect(file).toMatchObject({ fileName: 'helpdesk-report.json' });
		const log = sandbox.requests();
		expect(log.length).toBeGreaterThan(30);
		expect(log.length).toBeLessThanOrEqual(60);
		expect(log.filter(({ method, path }) => method !== 'GET' && !/^\/(search|inboxes\/\w+)$/.test(path))).toEqual([]);
		const report = JSON.parse(text) as ServiceReport;
		expect(isReport(report)).toBe(true);
		const { baseUrl, tokens } = sandbox;
		const theirs = reportOf(await readHelpdesk({ baseUrl, token: tokens.personal, clock: systemClock }), Date.now());
		const values = ({ facts }: ServiceReport) => Object.entries(facts).map(([fact, { state, value }]) => `${fact}: ${state} ${value}`);
		expect(values(report)).toEqual(values(theirs));
		expect([report.endpoints, report.records, report.words]).toEqual([theirs.endpoints, theirs.records, theirs.words]);
		expect(rows).toHaveLength(Object.keys(report.facts).length + Object.keys(report.endpoints).length);
		const times = { finding: 'How times are written, microseconds and seconds being whole seconds.', state: 'shown', value: world.timeFormat };
		expect(rows).toContainEqual(expect.objectContaining(times));
	});

	it('has no word that somebody wrote, no id, no token and no address in its table and its file', async () => {
		sandbox.reset();
		const { words } = plant(sandbox.store);
		const { rows, text } = await run();
		const told = text + JSON.stringify(rows);
		const { conversations, contacts, tags, inboxes, teammates } = sandbox.store;
		const ids = [conversations, contacts, tags, inboxes, teammates].flatMap((records) => [...records.keys()]);
		expect(words.length).toBeGreaterThan(1_000);
		const secrets = [...words, ...ids, sandbox.tokens.personal, '127.0.0.1', new URL(sandbox.baseUrl).port];
		expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
	});
});
