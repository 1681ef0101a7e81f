import type { INodeParameters } from 'n8n-workflow';

import { COLLECTIONS } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';
import type { LoggedRequest } from '../../sandbox';
import { contractApi, type ContractApi, type ContractRoute } from '../../sandbox/contractRoutes';
import { validate } from '../../sandbox/validation';
import { startNodeBench, type NodeBench } from '../support/nodeBench';
import { samples, specialSamples } from '../support/samples';
import { contractEndpoints } from './contractRows';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => [`${resource.value}.${operation.value}`, operation] as const),
);
/** All that have an endpoint of their own: the user chooses the one of an API request. */
const withEndpoint = operations.filter(([key]) => key !== 'apiRequest.send');

/** Fields of the contract that an operation leaves to others. */
const leftOut: Record<string, string[]> = {
	'contact.upsert GET /contacts': ['inbox'],
	'contact.upsert PATCH /contacts/{contact_id}': ['email'],
};

/** Offered by every operation that writes, and tested on their own. */
const onEveryWrite = ['onlyOncePer'];

interface Run {
	parameters: INodeParameters;
	requests: LoggedRequest[];
}

let bench: NodeBench;
let api: ContractApi;
/** Every operation with every one of its samples. */
const runs: Record<string, Run[]> = {};

beforeAll(async () => {
	api = await contractApi();
	bench = await startNodeBench({ conversations: 60 });
	for (const [key] of operations) runs[key] = await runSamples(key);
}, 30_000);
afterAll(async () => await bench.sandbox.close());

async function runSamples(key: string): Promise<Run[]> {
	const done: Run[] = [];
	for (;;) {
		bench.sandbox.reset();
		const { parameters: typical, variants = [] } = samples[key]!(bench.sandbox);
		const parameters = [typical, ...variants][done.length];
		if (!parameters) return done;
		await bench.run(key, parameters);
		done.push({ parameters, requests: bench.sandbox.requests() });
	}
}

const keyOf = ({ method, path }: ContractRoute) => `${method} ${path}`;
const requestsOf = (key: string) => runs[key]!.flatMap(({ requests }) => requests);

function routeOf({ method, path }: LoggedRequest): ContractRoute {
	const matches = (route: ContractRoute) => new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
	return api.routes.find((route) => route.method === method && matches(route))!;
}

test('every special sample is of an operation', () => {
	expect(Object.keys(specialSamples).filter((key) => !(key in samples))).toEqual([]);
});

test('every documented endpoint of the contract has an operation, and every operation an endpoint of the contract', () => {
	const used = withEndpoint.flatMap(([, operation]) => [operation.endpoint!, ...(operation.alsoUses ?? [])]);
	const documented = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'documented');
	expect(documented.map(({ key }) => key).filter((key) => !used.includes(key))).toEqual([]);
	const known = contractEndpoints.map(({ key }) => key);
	expect(used.filter((endpoint) => !known.includes(endpoint))).toEqual([]);
});

test('operations and contract agree on what is provisional', () => {
	for (const [key, { endpoint, alsoUses = [], provisional = false }] of withEndpoint) {
		const marks = [endpoint!, ...alsoUses].map((each) => api.routes.find((route) => keyOf(route) === each)!.provisional);
		expect([key, [...new Set(marks)]]).toEqual([key, [provisional]]);
	}
});

test('operations and contract agree on what needs a personal access token and on which POST only reads', () => {
	for (const [key, { endpoint, patOnly = false, readOnly = false }] of withEndpoint) {
		const route = api.routes.find((each) => keyOf(each) === endpoint)!;
		expect([key, patOnly, readOnly]).toEqual([key, route.patOnly, route.method === 'POST' && route.reads]);
	}
});

test.each(operations)('%s sends only what the contract allows, to its own endpoints', (key, { endpoint, alsoUses = [] }) => {
	expect(requestsOf(key)).not.toEqual([]);
	for (const { body, query, ...request } of requestsOf(key)) {
		const route = routeOf(request as LoggedRequest);
		if (endpoint) expect([endpoint, ...alsoUses]).toContain(keyOf(route));
		const text = body === undefined ? undefined : JSON.stringify(body);
		validate(api.validator, route, { path: `/v1${request.path}`, query: query as Record<string, string>, text });
		expect([key, route.takesBody || body === undefined, request.status]).toEqual([key, true, route.success]);
	}
});

test.each(withEndpoint)('%s can send every field that the contract shows', (key) => {
	for (const route of new Set(requestsOf(key).map(routeOf))) {
		const own = requestsOf(key).filter((request) => routeOf(request) === route);
		const sent = own.flatMap(({ query, body }) => [...Object.keys(query), ...Object.keys((body ?? {}) as object)]);
		const { parameters, bodySchema } = contractEndpoints.find((each) => each.key === keyOf(route))!;
		const shown: string[] = [
			...parameters.filter((parameter) => parameter.in === 'query' && !parameter['x-not-shown']).map(({ name }) => name),
			...Object.keys(bodySchema?.properties ?? {}),
			...Object.values<string>(bodySchema?.['x-default-names'] ?? {}),
		];
		expect(shown.filter((name) => !sent.includes(name))).toEqual(leftOut[`${key} ${keyOf(route)}`] ?? []);
	}
});

test.each(operations)('the samples of %s fill in every field of the editor', (key, operation) => {
	const filled = (collection?: string) => runs[key]!.flatMap(({ parameters }) => Object.keys((collection ? parameters[collection] : parameters) ?? {}));
	for (const collection of [undefined, ...COLLECTIONS]) {
		const fields = (collection ? operation[collection] : operation.fields) ?? [];
		const names = fields.map(({ property }) => property.name).filter((name) => !onEveryWrite.includes(name));
		expect(names.filter((name) => !filled(collection).includes(name))).toEqual([]);
	}
});
