import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { itemsOf } from '../../tools/n8n/execution';
import { withCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ATTACHMENT } from '../../sandbox/seedProvisional';
import { quickCredential, readExample } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(60_000);

const DOWNLOAD = 'Download the attachment';

/** The workflow with a node after the download that saves the file. */
function withSaving(workflow: WorkflowInput, fileName: string): WorkflowInput {
	const save = {
		id: '0d1f8c52-6a3b-4b7e-8d94-2e5a9c7f0001',
		name: 'Save the file',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1.1,
		position: [400, 0] as [number, number],
		parameters: { operation: 'write', fileName, dataPropertyName: 'data', options: {} },
	};
	const connections = { ...workflow.connections, [DOWNLOAD]: { main: [[{ node: save.name, type: 'main' as const, index: 0 }]] } };
	return { ...workflow, nodes: [...workflow.nodes, save], connections };
}

describe('the example that downloads an attachment, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let example: WorkflowInput;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 20 });
		example = withCredential(await readExample('download-attachment'), await quickCredential(n8n.client, sandbox));
	});
	afterEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	async function run(input: WorkflowInput) {
		const workflow = await n8n.client.createWorkflow(input);
		const execution = await n8n.client.run(workflow, 'By hand');
		await n8n.client.deleteWorkflow(workflow);
		return execution;
	}

	async function saved(): Promise<Buffer> {
		const file = join(n8n.files, 'attachment');
		expect(await run(withSaving(example, file))).toMatchObject({ status: 'success' });
		const bytes = readFileSync(file);
		rmSync(file);
		return bytes;
	}

	it('runs as it is, and gives the file with its name and type', async () => {
		const execution = await run(example);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const [item] = itemsOf(execution, DOWNLOAD);
		expect(item).toMatchObject({
			json: { id: ATTACHMENT.id },
			pairedItem: { item: 0 },
			binary: { data: { fileName: ATTACHMENT.name, mimeType: ATTACHMENT.type } },
		});
		expect(sandbox.requests().map(({ method, path, status }) => [method, path, status])).toEqual([['GET', `/attachments/${ATTACHMENT.id}`, 200]]);
	});

	it('hands the next node the bytes as the helpdesk sent them, whatever they are', async () => {
		const all = Buffer.from(Array.from({ length: 256 * 1024 }, (_, index) => (index * 31 + (index >> 8)) % 256));
		sandbox.fault({ kind: 'file', bytes: all.toString('base64'), name: 'all.bin' });
		expect(await saved()).toEqual(all);
		expect(await saved()).toEqual(Buffer.from(ATTACHMENT.bytes, 'base64'));
	});

	it('says that it was not found where it does not exist', async () => {
		sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		const { status, error } = await run(example);
		// It was there before, in this process of n8n.
		expect([status, error]).toEqual(['error', 'Could not download attachment: not found']);
	});
});
