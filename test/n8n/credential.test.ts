import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, httpRequest } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';
import { credentialTestSays } from './support/olderN8n';

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

	it('is tested by one GET /me, of which n8n tells no more than that it succeeded', async () => {
		const result = await n8n.client.testCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(sandbox.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /me']);
	});

	it.each([
		['revoked', 401, 'missing, expired or revoked'],
		['expired', 401, 'missing, expired or revoked'],
		['withoutScope', 403, 'may lack the scope, its owner the access, or it is no personal access token'],
	] as const)('fails its test with a token that is %s, and says why', async (token, status, why) => {
		const result = await n8n.client.testCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens[token]));
		expect(result).toEqual({ status: 'Error', message: expect.stringContaining(credentialTestSays(status, why)) });
		expect(result.message).not.toContain(sandbox.tokens[token]);
	});

	it('fails its test with an address at which there is nothing, or too much', async () => {
		const messageOf = async (baseUrl: string) => (await n8n.client.testCredential(helpdeskCredential(baseUrl, sandbox.tokens.personal))).message;
		expect(await messageOf(sandbox.baseUrl.replace('/v1', '/other/v1'))).toContain(
			credentialTestSays(404, "No helpdesk answers at this 'Base URL'"),
		);
		sandbox.reset({ limitPerMinute: 1 });
		await messageOf(sandbox.baseUrl);
		expect(await messageOf(sandbox.baseUrl)).toContain(credentialTestSays(429, 'Wait a minute and retry'));
	});

	it.each([
		['a web page', 'text/html', '<html><body>Welcome</body></html>'],
		['nothing', 'application/json', ''],
	])('fails its test where another server answers with %s and 200', async (_, type, body) => {
		const server = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body)).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
		const result = await n8n.client.testCredential(helpdeskCredential(baseUrl, sandbox.tokens.personal)).finally(() => server.close());
		expect(result).toEqual({ status: 'Error', message: expect.stringContaining('no helpdesk') });
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

		it("opens the credential's own host", async () => {
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
