import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { reply, startAnsweringServer, type AnsweringServer } from '../support/answeringServer';
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

	describe('under its Test button', () => {
		const NO_HELPDESK = "Something answers at this 'Base URL', but no helpdesk";
		const said = async (baseUrl: string, token: string = sandbox.tokens.personal) => {
			const result = await n8n.client.testCredential(helpdeskCredential(baseUrl, token));
			expect(result.message).not.toContain(token);
			return result;
		};
		const failure = (words: string) => ({ status: 'Error', message: expect.stringContaining(words) });

		let server: AnsweringServer;
		let secure: AnsweringServer;
		let slow: ReturnType<typeof said>;
		const at = ({ port }: AnsweringServer, scheme = 'http') => `${scheme}://127.0.0.1:${port}/v1`;

		beforeAll(async () => {
			[server, secure] = [await startAnsweringServer(), await startAnsweringServer({ tls: true })];
			const silent = await startAnsweringServer();
			silent.answer = () => undefined;
			slow = said(at(silent)).finally(() => void silent.close());
		});

		afterAll(async () => {
			await server.close();
			await secure.close();
		});

		it('sends one GET /me and succeeds', async () => {
			expect(await said(sandbox.baseUrl)).toEqual({ status: 'OK', message: 'Connection successful!' });
			expect(sandbox.requests().map(({ method, path, token }) => `${method} ${path} ${token}`)).toEqual(['GET /me personal']);
		});

		it.each([
			{ id: 7, email: 'ada@example.com' },
			{ data: { id: 'u1', organization: {} } },
			{ user: { id: 'u1' }, organization: { id: 'o1' }, badge_counts: {} },
			{ data: { current_user: { id: 'u1', name: 'Ada' }, organization: {} } },
		])('succeeds with a user in the form %j', async (body) => {
			server.answer = (socket) => socket.end(reply(200, body));
			expect(await said(at(server))).toMatchObject({ status: 'OK' });
		});

		it.each([
			[{ status: 'ok' }],
			[{ data: [] }],
			[{ data: { id: '' } }],
			[{ id: null }],
			[{ id: 'u1' }],
			[{ name: 'gateway', version: '1.0' }],
			[{ id: 'e1', message: 'Unauthenticated.' }],
			[[{ id: 'u1' }]],
			[{ message: 'Welcome', errors: { name: 'x' } }],
			[{ organization: { name: 'x' } }],
			[{}],
		])('fails where JSON comes that is no user: %j', async (body) => {
			server.answer = (socket) => socket.end(reply(200, body));
			expect(await said(at(server))).toEqual(failure(NO_HELPDESK));
		});

		it.each([
			['a web page', 'text/html', '<html><body>Welcome</body></html>', 'a web page came back instead of data'],
			['nothing', 'application/json', '', NO_HELPDESK],
			['the word null', 'application/json', 'null', NO_HELPDESK],
			['a number', 'application/json', '7', NO_HELPDESK],
		])('fails where %s comes', async (_, type, body, words) => {
			const head = `HTTP/1.1 200 X\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
			server.answer = (socket) => socket.end(head + body);
			expect(await said(at(server))).toEqual(failure(words));
		});

		it.each([
			['revoked', 'the access token is missing, expired or revoked'],
			['expired', 'the access token is missing, expired or revoked'],
			['withoutScope', 'It may lack the scope, its owner the access, or it is no personal access token'],
		] as const)('says what is wrong with a token that is %s', async (token, words) => {
			expect(await said(sandbox.baseUrl, sandbox.tokens[token])).toEqual(failure(words));
		});

		it.each([
			[404, "no helpdesk answers at this 'Base URL'. The helpdesk says: Said. Enter the address of the API"],
			[405, "no helpdesk answers at this 'Base URL'"],
			[429, 'the helpdesk has had too many requests from your address. The helpdesk says: Said. Wait a minute and retry.'],
			[500, 'something went wrong inside the helpdesk'],
			[502, 'the helpdesk could not be reached behind its gateway'],
			[503, 'the helpdesk is temporarily unavailable'],
			[418, 'the helpdesk answered with status 418'],
		])('says what a %i means here, and sends it once', async (status, words) => {
			const before = server.arrived.length;
			server.answer = (socket) => socket.end(reply(status, { message: 'Said' }, 'Retry-After: 0\r\n'));
			expect(await said(at(server))).toEqual(failure(words));
			expect(server.arrived).toHaveLength(before + 1);
		});

		it('follows no redirect, and takes no page behind one for the helpdesk', async () => {
			server.answer = (socket) => socket.end(reply(302, {}, `Location: ${other.baseUrl}/me\r\n`));
			expect(await said(at(server))).toEqual(failure('the helpdesk redirects to another address'));
			expect(other.requests()).toEqual([]);
		});

		it('says so where nothing listens at the port', async () => {
			expect(await said('http://127.0.0.1:9/v1')).toEqual(failure('above all the number behind its colon'));
		});

		it('says so where no host has the name', async () => {
			expect(await said('https://no-such-helpdesk.invalid/v1')).toEqual(failure('No host of this name is found: check the spelling'));
		});

		it('says so where https meets a server that does not speak it', async () => {
			expect(await said(sandbox.baseUrl.replace('http:', 'https:'))).toEqual(failure('do not speak https'));
		});

		it('says so where the certificate is not trusted', async () => {
			expect(await said(at(secure, 'https'))).toEqual(failure('the certificate of the helpdesk is not trusted'));
			expect(secure.arrived).toEqual([]);
		});

		it('says so where the connection breaks', async () => {
			server.answer = (socket) => socket.destroy();
			expect(await said(at(server))).toEqual(failure('the connection broke before the answer came'));
		});

		it.each([
			['http://api.example.com/v1', 'must start with https://'],
			['https://api.example.com', 'must end with /v1'],
		])('refuses the address %s before anything is sent', async (baseUrl, words) => {
			expect(await said(baseUrl)).toEqual(failure(words));
		});

		it('resolves an expression in the address first', async () => {
			expect(await said(`={{ '${sandbox.baseUrl.replace('/v1', '')}' + '/v1' }}`)).toMatchObject({ status: 'OK' });
		});

		it('gives up where no answer comes', async () => {
			expect(await slow).toEqual(failure("the answer did not come in time. Check the 'Base URL'"));
		});
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
