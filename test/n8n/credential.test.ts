import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { useRig } from './support/n8n';
import { chain, httpRequest } from './support/workflows';

const rig = useRig();
let other: Sandbox;

beforeAll(async () => void (other = await startSandbox({ conversations: 1 })));
beforeEach(() => [rig.sandbox, other].forEach((each) => each.reset()));
afterAll(async () => await other.close());

async function pressTest(baseUrl: string) {
	const { personal } = rig.sandbox.tokens;
	const result = await rig.client.testCredential(helpdeskCredential(baseUrl, personal));
	expect(result.message).not.toContain(personal);
	return result;
}

describe('the Test button of the credential', () => {
	it('sends one GET /me and succeeds', async () => {
		expect(await pressTest(rig.sandbox.baseUrl)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(rig.sandbox.requests().map(({ method, path, token }) => `${method} ${path} ${token}`)).toEqual([
			'GET /me personal',
		]);
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

it('the HTTP Request node sends no token to another host or after a redirect', async () => {
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
