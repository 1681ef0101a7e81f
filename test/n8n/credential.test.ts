import { helpdeskCredential } from '../../n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

describe('the credential in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox();
	});

	afterAll(async () => await sandbox.close());

	it('is tested by one GET /me', async () => {
		const result = await n8n.client.testCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		expect(result).toMatchObject({ status: 'OK' });
		expect(sandbox.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /me']);
	});

	it.each(['revoked', 'expired', 'withoutScope'] as const)('fails its test with a token that is %s', async (token) => {
		const result = await n8n.client.testCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens[token]));
		expect(result.status).toBe('Error');
		expect(result.message).not.toContain(sandbox.tokens[token]);
	});

	it('never shows the token again once it is saved', async () => {
		const saved = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		const shown = await n8n.client.credentialData(saved);
		expect(shown).toMatchObject({ baseUrl: sandbox.baseUrl, requestsPerMinute: 300 });
		expect(JSON.stringify(shown)).not.toContain(sandbox.tokens.personal);
	});
});
