import axios from 'axios';

import type { OperationId } from '../../contract/endpoints';
import { startSandbox, type Sandbox } from '../../sandbox';
import { contractApi, type ContractApi } from '../../sandbox/contractRoutes';
import { handlers } from '../../sandbox/routes';
import { exampleRequest } from '../support/exampleRequest';

let sandbox: Sandbox;
let api: ContractApi;

beforeAll(async () => {
	api = await contractApi();
	sandbox = await startSandbox({ limitPerMinute: 0, conversations: 60 });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

/** Prepares the example request of an operation without sending it. */
function ready(operationId: OperationId) {
	const { path, query, body } = exampleRequest(operationId, sandbox);
	const route = api.routes.find((each) => each.operationId === operationId)!;
	return (token = sandbox.tokens.personal) =>
		axios.request({
			baseURL: sandbox.baseUrl,
			url: route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
				encodeURIComponent(String(path[name] ?? 'example')),
			),
			method: route.method,
			params: query,
			data: route.takesBody ? body : undefined,
			headers: { authorization: `Bearer ${token}` },
			validateStatus: () => true,
		});
}

test('every endpoint responds in the status and form of the contract, and every write changes something', async () => {
	for (const { operationId, operation, success, reads } of api.routes) {
		sandbox.reset();
		const send = ready(operationId);
		const before = sandbox.store.version;
		const { status, data } = await send();
		const { errors } = api.validator.validateResponse(data, operation, status);
		expect([operationId, status, errors]).toEqual([operationId, success, null]);
		expect([operationId, sandbox.store.version > before]).toEqual([operationId, operationId in handlers && !reads]);
		expect([operationId, (data as { message?: string }).message]).not.toEqual([operationId, '']);
	}
});

test('the partner-issued token is refused only on endpoints that need a personal access token', async () => {
	for (const { operationId, patOnly, success } of api.routes) {
		sandbox.reset();
		const { status } = await ready(operationId)(sandbox.tokens.partner);
		expect([operationId, status]).toEqual([operationId, patOnly ? 403 : success]);
	}
});

test('a read-only token is refused on every endpoint that writes', async () => {
	for (const { operationId, reads, success } of api.routes) {
		const { status } = await ready(operationId)(sandbox.tokens.readOnly);
		expect([operationId, status]).toEqual([operationId, reads ? success : 403]);
	}
});

test('every endpoint answers 401 to a revoked token, and all except the current user answer 403 without scope', async () => {
	for (const { operationId } of api.routes) {
		sandbox.reset();
		const send = ready(operationId);
		const before = sandbox.store.version;
		expect([operationId, (await send(sandbox.tokens.revoked)).status]).toEqual([operationId, 401]);
		expect([operationId, (await send(sandbox.tokens.withoutScope)).status]).toEqual([
			operationId,
			operationId === 'getCurrentUser' ? 200 : 403,
		]);
		expect([operationId, sandbox.store.version - before]).toEqual([operationId, 0]);
	}
});

test('every endpoint with a record in its path hides the records of another organization', async () => {
	for (const { operationId, path } of api.routes) {
		if (!path.includes('{')) continue;
		sandbox.reset();
		const { status, data } = await ready(operationId)(sandbox.tokens.otherOrganization);
		expect([operationId, status, data]).toEqual([
			operationId,
			404,
			{ message: 'The requested resource was not found.' },
		]);
	}
});

test('if provisional endpoints are switched off, only they respond with 404', async () => {
	for (const { operationId, provisional, success } of api.routes) {
		sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		const { status } = await ready(operationId)();
		expect([operationId, status]).toEqual([operationId, provisional ? 404 : success]);
	}
});
