import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';
import { startN8n } from '../../tools/n8n/start';
import { BYTES, thereAndBack } from '../n8n/support/files';
import { packedTarball } from '../n8n/support/n8n';

describe('files, in a real n8n of its own', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ conversations: 20 })));
	afterAll(async () => await sandbox.close());

	it('go up and come down byte for byte where it keeps them in memory', async () => {
		const tarball = packedTarball();
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
			await n8n.kill();
			await rm(userFolder, { recursive: true, force: true });
		}
	});
});
