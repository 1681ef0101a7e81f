import { helpdeskCredential } from '../../n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, httpRequest } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

describe('the credential in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let other: Sandbox;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox();
		other = await startSandbox();
	});

	beforeEach(() => {
		sandbox.reset();
		other.reset();
	});

	afterAll(async () => {
		await sandbox.close();
		await other.close();
	});

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

	describe('in the HTTP Request node', () => {
		const request = async (url: string) => {
			const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
			const link = httpRequest('Request', credential, { url });
			return await n8n.client.run(await n8n.client.createWorkflow(chain('By HTTP Request', [{}], [link])), 'By hand');
		};

		it('opens the credential\'s own host', async () => {
			const execution = await request(`${sandbox.baseUrl}/me`);
			expect(execution).toMatchObject({ status: 'success' });
			expect(sandbox.requests().at(-1)).toMatchObject({ path: '/me', status: 200, token: 'personal' });
		});

		it('never sends the token to another host', async () => {
			const execution = await request(`${other.baseUrl}/me`);
			expect(execution.status).toBe('error');
			expect(other.requests()).toEqual([]);
		});

		it('never sends the token to where another host is redirected to', async () => {
			sandbox.fault({ kind: 'redirect', to: `${other.baseUrl}/me`, path: '/me' });
			await request(`${sandbox.baseUrl}/me`);
			expect(other.requests().map(({ token }) => token)).toEqual(['none']);
		});
	});
});
