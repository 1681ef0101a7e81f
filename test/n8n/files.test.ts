import { startSandbox, type Sandbox } from '../../sandbox';
import { BYTES, thereAndBack } from './support/files';
import { connect } from './support/n8n';

jest.setTimeout(240_000);

describe('files, in a real n8n', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ conversations: 20 })));
	afterAll(async () => await sandbox.close());

	it('go up and come down byte for byte where it keeps them on disk', async () => {
		const { client, files } = await connect();
		const { saved, items } = await thereAndBack(client, files, sandbox);
		expect(saved.equals(BYTES)).toBe(true);
		expect(items).toMatchObject([{ binary: { data: { id: expect.stringMatching(/^filesystem/), fileName: 'given.bin' } } }]);
	});
});
