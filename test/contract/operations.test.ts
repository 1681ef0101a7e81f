import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { endpointsOf, methodAndPath } from '../../nodes/shared/endpoint';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { COLLECTIONS } from '../../nodes/shared/field';
import type { LoggedRequest } from '../../sandbox';
import { contractApi, type ContractApi, type ContractRoute } from '../../sandbox/contractRoutes';
import { validate } from '../../sandbox/validation';
import { startNodeRig, type NodeRig } from '../support/nodeRig';
import { operations, withEndpoint } from '../support/operations';
import { samples } from '../support/samples';
import { specialSamples } from '../support/samples/special';
import { contractEndpoints } from './contractRows';

/** Fields of the contract that an operation leaves to other operations. */
const leftOut: Record<string, string[]> = {
	'conversation.getContext GET /conversation/{conversation_id}/messages': ['event_id'],
	'contact.upsert GET /contacts': ['inbox'],
	'contact.upsert PATCH /contacts/{contact_id}': ['email'],
	'conversation.close PATCH /conversation/{conversation_id}': ['assign_to', 'tags', 'subject'],
	'conversation.getMany GET /conversation/{conversation_id}/messages': ['event_id'],
	'scheduledReply.getMany GET /conversation/{conversation_id}/messages': ['event_id'],
	'scheduledReply.create GET /conversation/{conversation_id}/messages': ['event_id'],
};

/** Fields with their own tests. Many operations offer all but the first. */
const onTheirOwn = [
	'attachments',
	'onlyOncePer',
	'onlyIfUnchangedSince',
	'dryRun',
	'receipt',
	'simplify',
	'output',
	'outputFields',
];

interface Run {
	parameters: INodeParameters;
	requests: LoggedRequest[];
}

let rig: NodeRig;
let api: ContractApi;
beforeAll(async () => {
	api = await contractApi();
	rig = await startNodeRig();
});
afterAll(async () => await rig.sandbox.close());

/** Runs an operation with all its samples, each in a freshly reset sandbox. */
async function runSamples(key: string, provisionalEndpoints: 'all' | 'none'): Promise<Run[]> {
	const done: Run[] = [];
	for (;;) {
		rig.sandbox.reset({ world: { provisionalEndpoints } });
		const { parameters: typical, variants = [] } = samples[key]!(rig.sandbox);
		const parameters = [typical, ...variants][done.length];
		if (!parameters) return done;
		expect((await rig.run(key, parameters)).length).toBeGreaterThan(0);
		done.push({ parameters, requests: rig.sandbox.requests() });
	}
}

const keyOf = ({ method, path }: ContractRoute) => `${method} ${path}`;

function routeOf({ method, path }: LoggedRequest): ContractRoute {
	const matches = (route: ContractRoute) => new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
	return api.routes.find((route) => route.method === method && matches(route))!;
}

test('every special sample belongs to an existing operation', () => {
	expect(Object.keys(specialSamples).filter((key) => !(key in samples))).toEqual([]);
});

test('every endpoint of the contract has an operation', () => {
	const used = operations.flatMap(([, operation]) => endpointsOf(operation).map(methodAndPath));
	expect(contractEndpoints.map(({ key }) => key).filter((key) => !used.includes(key))).toEqual([]);
});

test('a documented operation uses no provisional endpoint, and one for any token uses no endpoint for personal access tokens', () => {
	for (const [key, operation, { provisional, patOnly }] of withEndpoint) {
		for (const used of endpointsOf(operation)) {
			expect(
				[key, used.provisional && !provisional, used.patOnly && !patOnly].filter((each) => each === true),
			).toEqual([]);
		}
	}
});

// One test per operation, so that a red test names the operation.
test.each(operations)(
	'%s sends only fields of the contract to its own endpoints, and can send all of them',
	async (key, operation) => {
		const runs = await runSamples(key, 'all');
		const requests = runs.flatMap((run) => run.requests);
		expect(requests).not.toEqual([]);
		for (const { parameters } of runs) missesNothing(key, parameters);
		for (const request of requests) isAllowed(key, operation, request);
		if (operation.operationId) canSendAll(key, requests);
		offersAll(operation, runs);
		// Also for a helpdesk without provisional endpoints.
		if (endpointsOf(operation).some(({ provisional }) => provisional)) return;
		const elsewhere = await runSamples(key, 'none');
		expect(elsewhere.flatMap((run) => run.requests).filter(({ status }) => status! >= 400)).toEqual([]);
	},
);

const { description } = new Helpdesk();

/** Asserts that n8n's check before the start finds no missing parameter. */
function missesNothing(key: string, given: INodeParameters): void {
	const [resource, operation] = key.split('.');
	const node = { name: 'Helpdesk', type: 'helpdesk', typeVersion: 1, parameters: {} } as unknown as INode;
	const parameters = { resource, operation, ...given } as INodeParameters;
	node.parameters = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		node,
		description,
	)!;
	expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
}

/** Asserts that it sends only fields of the contract, to its own endpoints. */
function isAllowed(key: string, operation: Operation, { body, query, ...request }: LoggedRequest): void {
	const route = routeOf(request as LoggedRequest);
	if (operation.operationId) expect(endpointsOf(operation).map(methodAndPath)).toContain(keyOf(route));
	const text = body === undefined ? undefined : JSON.stringify(body);
	validate(api.validator, route, { path: `/v1${request.path}`, query: query as Record<string, string>, text });
	expect([key, route.takesBody || body === undefined, request.status]).toEqual([key, true, route.success]);
}

/** Asserts that it can send every field of the contract. */
function canSendAll(key: string, requests: LoggedRequest[]): void {
	for (const route of new Set(requests.map(routeOf))) {
		const own = requests.filter((request) => routeOf(request) === route);
		const sent = own.flatMap(({ query, body }) => [...Object.keys(query), ...Object.keys((body ?? {}) as object)]);
		const { parameters, bodySchema } = contractEndpoints.find((each) => each.key === keyOf(route))!;
		const shown: string[] = [
			...parameters
				.filter((parameter) => parameter.in === 'query' && !parameter['x-not-shown'])
				.map(({ name }) => name),
			...Object.keys(bodySchema?.properties ?? {}),
			...Object.values<string>(bodySchema?.['x-default-names'] ?? {}),
		];
		expect([key, shown.filter((name) => !sent.includes(name))]).toEqual([
			key,
			leftOut[`${key} ${keyOf(route)}`] ?? [],
		]);
	}
}

/** Asserts that its samples fill in every field of the editor. */
function offersAll(operation: Operation, runs: Run[]): void {
	const filled = (collection?: string) =>
		runs.flatMap(({ parameters }) => Object.keys((collection ? parameters[collection] : parameters) ?? {}));
	for (const collection of [undefined, ...COLLECTIONS]) {
		const fields = (collection ? operation[collection] : operation.fields) ?? [];
		const names = fields.map(({ property }) => property.name).filter((name) => !onTheirOwn.includes(name));
		expect(names.filter((name) => !filled(collection).includes(name))).toEqual([]);
	}
}
