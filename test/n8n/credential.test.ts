import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startAnsweringServer, type AnsweringServer } from '../support/answeringServer';
import { useRig } from './support/n8n';
import { chain, httpRequest } from './support/workflows';

const rig = useRig();
let other: Sandbox;
let secure: AnsweringServer;
let slow: ReturnType<typeof pressTest>;

beforeAll(async () => {
	other = await startSandbox({ conversations: 1 });
	secure = await startAnsweringServer({ tls: true });
	const silent = await startAnsweringServer();
	silent.answer = () => undefined;
	slow = pressTest(at(silent)).finally(() => void silent.close());
});
beforeEach(() => [rig.sandbox, other].forEach((each) => each.reset()));
afterAll(async () => await Promise.all([other, secure].map(async (each) => await each.close())));

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
		expect(rig.sandbox.requests().map(({ method, path, token }) => `${method} ${path} ${token}`)).toEqual([
			'GET /me personal',
		]);
	});

	it('explains a revoked token, a certificate that is not trusted, and a missing answer', async () => {
		const { baseUrl, tokens } = rig.sandbox;
		expect(await pressTest(baseUrl, tokens.revoked)).toEqual(
			failure('the access token is missing, expired or revoked, or your plan does not include the API'),
		);
		expect(await pressTest(at(secure, 'https'))).toEqual(failure('the certificate of the helpdesk is not trusted'));
		expect(secure.arrived).toEqual([]);
		expect(await slow).toEqual(failure('the response did not come in time. Check the connection'));
	});

	it('resolves an expression in the address', async () => {
		expect(await pressTest(`={{ '${rig.sandbox.baseUrl.replace('/v1', '')}' + '/v1' }}`)).toMatchObject({
			status: 'OK',
		});
	});
});

it('n8n never shows the token of a saved credential', async () => {
	const { baseUrl, tokens } = rig.sandbox;
	const shown = await rig.client.credentialData(
		await rig.client.createCredential(helpdeskCredential(baseUrl, tokens.personal)),
	);
	expect(shown).toMatchObject({ baseUrl, requestsPerMinute: 300 });
	expect(JSON.stringify(shown)).not.toContain(tokens.personal);
});

it('the HTTP Request node sends the token only to the host of the credential, not to another host or after a redirect', async () => {
	const request = async (url: string) =>
		await rig.run(chain('By HTTP Request', [{}], [httpRequest('Request', rig.credential, { url })]));
	expect(await request(`${rig.sandbox.baseUrl}/me`)).toMatchObject({ status: 'success' });
	expect(rig.sandbox.requests().at(-1)).toMatchObject({ path: '/me', status: 200, token: 'personal' });
	expect((await request(`${other.baseUrl}/me`)).status).toBe('error');
	expect(other.requests()).toEqual([]);
	rig.sandbox.fault({ kind: 'redirect', to: `${other.baseUrl}/me`, path: '/me' });
	await request(`${rig.sandbox.baseUrl}/me`);
	expect(other.requests().map(({ token }) => token)).toEqual(['none']);
});
