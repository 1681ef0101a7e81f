import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nClient } from '../../tools/n8n/client';
import { itemsOf } from '../../tools/n8n/execution';
import { startN8n } from '../../tools/n8n/start';
import { withCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { byId } from '../support/locator';
import { saveDraft, thread } from '../support/sandboxRecords';
import { chain, helpdesk, type Link } from './support/chain';
import { quickCredential } from './support/examples';
import { connect } from './support/n8n';

jest.setTimeout(240_000);

/** Every byte in every neighbourhood, more than n8n reads at once. */
const BYTES = Buffer.from(Array.from({ length: 512 * 1024 }, (_, index) => (index * 31 + (index >> 8)) % 256));

const disk = (name: string, parameters: Link['parameters']): Link => ({ name, type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1, parameters });

/** A file from the disk goes into a draft, is downloaded again and saved; another copy goes by an API request. */
async function thereAndBack(client: N8nClient, folder: string, sandbox: Sandbox): Promise<{ saved: Buffer; items: unknown[] }> {
	const [given, got] = [join(folder, 'given.bin'), join(folder, 'got.bin')];
	await writeFile(given, BYTES);
	const draftId = saveDraft(sandbox, thread(sandbox));
	const attach = { conversationId: byId(thread(sandbox).record.id), draftId, binaryPropertyName: 'data' };
	const workflow = await client.createWorkflow(
		withCredential(
			chain(
				'files',
				[{}],
				[
					disk('Read', { operation: 'read', fileSelector: given, options: {} }),
					helpdesk('Attach', 'message.attachFile', attach),
					helpdesk('Download', 'attachment.download', { attachmentId: '={{ $json.attachment_id }}' }),
					helpdesk('Send on', 'apiRequest.send', {
						method: 'POST',
						path: '/attachments',
						jsonBody: JSON.stringify({ draft_id: draftId }),
						pageMode: 'none',
						options: { binaryPropertyName: 'data' },
					}),
					helpdesk('Download again', 'attachment.download', { attachmentId: '={{ $json.id }}' }),
					disk('Save', { operation: 'write', fileName: got, dataPropertyName: 'data', options: {} }),
				],
			),
			await quickCredential(client, sandbox),
		),
	);
	const execution = await client.run(workflow, 'By hand');
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	await client.deleteWorkflow(workflow);
	return { saved: await readFile(got), items: itemsOf(execution, 'Download') };
}

describe('files, in a real n8n', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ conversations: 20 })));
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	it('go up and come down byte for byte where it keeps them on disk', async () => {
		const { client, files } = await connect();
		const { saved, items } = await thereAndBack(client, files, sandbox);
		expect(saved.equals(BYTES)).toBe(true);
		expect(items).toMatchObject([{ binary: { data: { id: expect.stringMatching(/^filesystem/), fileName: 'given.bin' } } }]);
	});

	it('go up and come down byte for byte where it keeps them in memory', async () => {
		const { tarball } = await connect();
		const userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-test-'));
		const folder = join(userFolder, 'files');
		await mkdir(folder);
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: folder, N8N_DEFAULT_BINARY_DATA_MODE: 'default' };
		const n8n = await startN8n({ userFolder, tarball, env });
		try {
			const { saved, items } = await thereAndBack(n8n.client, folder, sandbox);
			expect(saved.equals(BYTES)).toBe(true);
			expect(items).toMatchObject([{ binary: { data: { fileName: 'given.bin' } } }]);
			expect(items).not.toMatchObject([{ binary: { data: { id: expect.anything() } } }]);
		} finally {
			await n8n.stop();
			await rm(userFolder, { recursive: true, force: true });
		}
	});
});
