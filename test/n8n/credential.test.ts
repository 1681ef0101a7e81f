import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { reply, startAnsweringServer, type AnsweringServer } from '../support/answeringServer';
import { useRig } from './support/n8n';
import { chain, httpRequest } from './support/workflows';

const NO_HELPDESK = "Something answers at this 'Base URL', but no helpdesk";

const rig = useRig();
let other: Sandbox;
let server: AnsweringServer;
let secure: AnsweringServer;
let slow: ReturnType<typeof pressTest>;

beforeAll(async () => {
	other = await startSandbox({ conversations: 1 });
	[server, secure] = [await startAnsweringServer(), await startAnsweringServer({ tls: true })];
	const silent = await startAnsweringServer();
	silent.answer = () => undefined;
	slow = pressTest(at(silent)).finally(() => void silent.close());
});
beforeEach(() => [rig.sandbox, other].forEach((each) => each.reset()));
afterAll(async () => await Promise.all([other, server, secure].map(async (each) => await each.close())));

const at = ({ port }: AnsweringServer, scheme = 'http') => `${scheme}://127.0.0.1:${port}/v1`;
/** Presses the Test button. */
async function pressTest(baseUrl: string, token: string = rig.sandbox.tokens.personal) {
	const result = await rig.client.testCredential(helpdeskCredential(baseUrl, token));
	expect(result.message).not.toContain(token);
	return result;
}
const failure = (words: string) => ({ status: 'Error', message: expect.stringContaining(words) });

describe('the Test button of the credential', () => {
	it('sends one GET /me and succeeds', async () => {
		expect(await pressTest(rig.sandbox.baseUrl)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(rig.sandbox.requests().map(({ method, path, token }) => `${method} ${path} ${token}`)).toEqual(['GET /me personal']);
	});

	it.each([
		{ id: 7, email: 'ada@example.com' },
		{ data: { id: 'u1', email: 'ada@example.com' } },
		{ user: { id: 'u1' }, organization: { id: 'o1' }, badge_counts: {} },
	])('succeeds for a user in the form %j', async (body) => {
		server.answer = (socket) => socket.end(reply(200, body));
		expect(await pressTest(at(server))).toMatchObject({ status: 'OK' });
	});

	it.each([
		[{ status: 'ok' }],
		[{ data: { id: '' } }],
		[{ id: 'u1' }],
		[{ id: 'e1', message: 'Unauthenticated.' }],
		[[{ id: 'u1' }]],
		[{ organization: { name: 'x' } }],
		[null],
		[7],
	])('fails for JSON that is no user: %j', async (body) => {
		server.answer = (socket) => socket.end(reply(200, body as object));
		expect(await pressTest(at(server))).toEqual(failure(NO_HELPDESK));
	});

	it.each([
		['a web page', 'text/html', '<html><body>Welcome</body></html>', 'a web page came back instead of data'],
		['nothing', 'application/json', '', NO_HELPDESK],
	])('fails for %s', async (_, type, body, words) => {
		const head = `HTTP/1.1 200 X\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
		server.answer = (socket) => socket.end(head + body);
		expect(await pressTest(at(server))).toEqual(failure(words));
	});

	it.each([
		[404, "no helpdesk answers at this 'Base URL'. The helpdesk says: Said. Enter the address of the API"],
		[405, "no helpdesk answers at this 'Base URL'"],
		[429, 'the helpdesk has had too many requests from your address. The helpdesk says: Said. Wait a minute and retry.'],
		[500, 'something went wrong inside the helpdesk'],
		[502, 'the helpdesk could not be reached behind its gateway'],
		[503, 'the helpdesk is temporarily unavailable'],
		[418, 'the helpdesk answered with status 418'],
	])('explains status %i and sends the request once', async (status, words) => {
		const before = server.arrived.length;
		server.answer = (socket) => socket.end(reply(status, { message: 'Said' }, 'Retry-After: 0\r\n'));
		expect(await pressTest(at(server))).toEqual(failure(words));
		expect(server.arrived).toHaveLength(before + 1);
	});

	it.each([
		['a revoked token', () => rig.sandbox.baseUrl, 'the access token is missing, expired or revoked'],
		['a port at which nothing listens', () => 'http://127.0.0.1:9/v1', 'most addresses have no port'],
		['a host that does not exist', () => 'https://no-such-helpdesk.invalid/v1', 'No host of this name is found: check the spelling'],
		['a server that does not speak https', () => rig.sandbox.baseUrl.replace('http:', 'https:'), 'do not answer with https'],
		['a certificate that is not trusted', () => at(secure, 'https'), 'the certificate of the helpdesk is not trusted'],
		['an address without https', () => 'http://api.example.com/v1', 'must start with https://'],
		['an address without /v1', () => 'https://api.example.com', 'must end with /v1'],
	])('explains %s', async (title, address, words) => {
		expect(await pressTest(address(), title === 'a revoked token' ? rig.sandbox.tokens.revoked : undefined)).toEqual(failure(words));
		expect(secure.arrived).toEqual([]);
	});

	it('follows no redirect', async () => {
		server.answer = (socket) => socket.end(reply(302, {}, `Location: ${other.baseUrl}/me\r\n`));
		expect(await pressTest(at(server))).toEqual(failure('the helpdesk redirects to another address'));
		expect(other.requests()).toEqual([]);
	});

	it('explains a connection that breaks, and an answer that does not come', async () => {
		server.answer = (socket) => socket.destroy();
		expect(await pressTest(at(server))).toEqual(failure('the connection broke before the answer came'));
		expect(await slow).toEqual(failure("the answer did not come in time. Check the 'Base URL'"));
	});

	it('resolves an expression in the address', async () => {
		expect(await pressTest(`={{ '${rig.sandbox.baseUrl.replace('/v1', '')}' + '/v1' }}`)).toMatchObject({ status: 'OK' });
	});
});

it('n8n never shows the token of a saved credential', async () => {
	const { baseUrl, tokens } = rig.sandbox;
	const shown = await rig.client.credentialData(await rig.client.createCredential(helpdeskCredential(baseUrl, tokens.personal)));
	expect(shown).toMatchObject({ baseUrl, requestsPerMinute: 300 });
	expect(JSON.stringify(shown)).not.toContain(tokens.personal);
});

it('the HTTP Request node sends the token to the host of the credential alone, not to another one and not after a redirect', async () => {
	const request = async (url: string) => await rig.run(chain('By HTTP Request', [{}], [httpRequest('Request', rig.credential, { url })]));
	expect(await request(`${rig.sandbox.baseUrl}/me`)).toMatchObject({ status: 'success' });
	expect(rig.sandbox.requests().at(-1)).toMatchObject({ path: '/me', status: 200, token: 'personal' });
	expect((await request(`${other.baseUrl}/me`)).status).toBe('error');
	expect(other.requests()).toEqual([]);
	rig.sandbox.fault({ kind: 'redirect', to: `${other.baseUrl}/me`, path: '/me' });
	await request(`${rig.sandbox.baseUrl}/me`);
	expect(other.requests().map(({ token }) => token)).toEqual(['none']);
});
