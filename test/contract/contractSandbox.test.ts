import axios from 'axios';
import type { ContractOperation } from '../../contract/load';
import { startSandbox, type Sandbox } from '../../sandbox';
import { contractApi, type ContractApi } from '../../sandbox/contractRoutes';
import { handlers } from '../../sandbox/routes';
import { provisionalSamples } from './provisionalSamples';
import { samples as documentedSamples, usualParams } from './samples';

const samples = { ...documentedSamples, ...provisionalSamples };
/** Making ready for these puts a conversation into the trash. */
const restores = ['restoreConversation', 'batchRestoreConversations'];

// Every endpoint once a test, each validator compiled at its first use.
jest.setTimeout(60_000);

let sandbox: Sandbox;
let api: ContractApi;

beforeAll(async () => {
	api = await contractApi();
	sandbox = await startSandbox({ limitPerMinute: 0, conversations: 60 });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

function send(operationId: string, token: string = sandbox.tokens.personal) {
	const route = api.routes.find((each) => each.operationId === operationId);
	if (!route) throw new Error(`no ${operationId} in the contract`);
	const { params = {}, query, body } = samples[operationId]?.(sandbox) ?? {};
	const param = (name: string) => params[name] ?? usualParams[name]?.(sandbox) ?? `no ${name}`;
	const url = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(param(name)));
	return axios.request({
		baseURL: sandbox.baseUrl,
		url,
		method: route.method,
		params: query,
		data: body,
		headers: { authorization: `Bearer ${token}` },
		validateStatus: () => true,
	});
}

test('the sandbox simulates every documented endpoint, and nothing that the contract does not have', async () => {
	const documented = api.routes.filter(({ operation }) => (operation as ContractOperation)['x-provenance'] === 'documented');
	expect(documented.map((route) => route.operationId).filter((id) => !(id in handlers))).toEqual([]);
	const known = api.routes.map((route) => route.operationId);
	expect([...Object.keys(handlers), ...Object.keys(samples)].filter((id) => !known.includes(id))).toEqual([]);
});

test('every endpoint succeeds with the status and the form that the contract promises', async () => {
	for (const { operationId, operation, success } of api.routes) {
		sandbox.reset();
		const { status, data } = await send(operationId);
		const { errors } = api.validator.validateResponse(data, operation, status);
		expect([operationId, status, errors]).toEqual([operationId, success, null]);
	}
});

test('the partner-issued token is refused on the endpoints marked for personal access tokens only, and on no other', async () => {
	for (const { operationId, patOnly, success } of api.routes) {
		sandbox.reset();
		const { status } = await send(operationId, sandbox.tokens.partner);
		expect([operationId, status]).toEqual([operationId, patOnly ? 403 : success]);
	}
});

test('a token that may only read is refused wherever something changes', async () => {
	for (const { operationId, success } of api.routes) {
		const reads = /^(get|list|filter|search)/.test(operationId);
		const { status } = await send(operationId, sandbox.tokens.readOnly);
		expect([operationId, status]).toEqual([operationId, reads ? success : 403]);
	}
});

test('every endpoint refuses a revoked token with 401 and one without scope with 403, and changes nothing', async () => {
	for (const { operationId } of api.routes) {
		const before = sandbox.store.version;
		expect([operationId, (await send(operationId, sandbox.tokens.revoked)).status]).toEqual([operationId, 401]);
		expect([operationId, (await send(operationId, sandbox.tokens.withoutScope)).status]).toEqual([operationId, 403]);
		// Making ready for a restore puts a conversation into the trash: two changes for the two requests.
		expect([operationId, sandbox.store.version - before]).toEqual([operationId, restores.includes(operationId) ? 2 : 0]);
		sandbox.reset();
	}
});

test('every endpoint with a record in its path hides the records of another organization', async () => {
	for (const { operationId, path } of api.routes) {
		if (!path.includes('{')) continue;
		sandbox.reset();
		const { status, data } = await send(operationId, sandbox.tokens.otherOrganization);
		expect([operationId, status, data]).toEqual([operationId, 404, { message: 'The requested resource was not found.' }]);
	}
});

test('without the provisional endpoints each of them answers 404, and every other one as ever', async () => {
	for (const { operationId, provisional, success } of api.routes) {
		sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		const { status } = await send(operationId);
		expect([operationId, status]).toEqual([operationId, provisional ? 404 : success]);
	}
});
