import { type INode, type INodeExecutionData, type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { dryRun } from '../../nodes/Helpdesk/fields/writes';
import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { resources } from '../../nodes/Helpdesk/resources';
import { endpointOf, endpointsOf, methodAndPath } from '../../nodes/shared/endpoint';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { COLLECTIONS } from '../../nodes/shared/field';
import { conversationId } from '../../nodes/shared/fields/locators';
import type { LoggedRequest } from '../../sandbox';
import { contractApi, type ContractApi, type ContractRoute } from '../../sandbox/contractRoutes';
import { validate } from '../../sandbox/validation';
import { byId, type NodeRig, type ShownError, startNodeRig } from '../support/nodeRig';
import { operations, withEndpoint } from '../support/operations';
import type { NodeRun } from '../support/runNode';
import { samples } from '../support/samples';
import { specialSamples } from '../support/samples/special';
import { contractEndpoints } from './contractRows';
import { outputSchemas } from '../../tools/docs/schemas';

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

/** The specification's listings by POST, typed by hand. */
const LISTINGS = /^POST \/(search|inboxes\/[^/]+)$/;

interface Run {
	output: INodeExecutionData[];
	error?: ShownError;
	requests: LoggedRequest[];
}

interface Sampled {
	parameters: INodeParameters;
	run: Run;
	/** The run with Dry Run, if the operation writes. */
	dry?: Run;
	readOnly: Run;
	/** The run without provisional endpoints in the helpdesk, if the operation needs none. */
	without?: Run;
}

let rig: NodeRig;
let api: ContractApi;
beforeAll(async () => {
	api = await contractApi();
	rig = await startNodeRig();
});
afterAll(async () => await rig.sandbox.close());

const isWriting = ({ options = [] }: Operation) => options.includes(dryRun);
const writesIn = ({ requests }: Run) =>
	requests.filter(({ method, path }) => method !== 'GET' && !LISTINGS.test(`${method} ${path}`));
const needsNoProvisional = (operation: Operation) => !endpointsOf(operation).some(({ provisional }) => provisional);

/** Runs an operation with its sample `number`. Returns undefined if there is none. */
async function sample(key: string, operation: Operation, number: number) {
	const fresh = (provisionalEndpoints: 'all' | 'none' = 'all') => {
		rig.sandbox.reset({ world: { provisionalEndpoints } });
		const { parameters, variants = [] } = samples[key]!(rig.sandbox);
		return [parameters, ...variants][number];
	};
	const run = async (parameters: INodeParameters, changes: Partial<NodeRun> = {}) => {
		const output = await rig.run(key, parameters, changes).catch((error: ShownError) => error);
		const requests = rig.requests();
		return output instanceof Error ? { output: [], error: output, requests } : { output, requests };
	};
	const parameters = fresh();
	if (!parameters) return undefined;
	return {
		parameters,
		run: await run(parameters),
		...(isWriting(operation) && { dry: await run(rehearsed(fresh()!)) }),
		readOnly: await run(fresh()!, { credential: rig.credential({ readOnly: true }) }),
		...(needsNoProvisional(operation) && { without: await run(fresh('none')!) }),
	};
}

function rehearsed(parameters: INodeParameters) {
	return { ...parameters, options: { ...(parameters.options as INodeParameters), dryRun: true } };
}

/** Replaces the link in the note of Ask for Approval, which differs each time. */
const withoutLink = (request: unknown) =>
	JSON.parse(JSON.stringify(request), (_, value: unknown) =>
		typeof value === 'string' ? value.replace(/https:\S+webhook-waiting\S+/, 'link') : value,
	);

const keyOf = ({ method, path }: ContractRoute) => `${method} ${path}`;

function routeOf({ method, path }: LoggedRequest) {
	const matches = (route: ContractRoute) => new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
	return api.routes.find((route) => route.method === method && matches(route))!;
}

test('every entry of specialSamples belongs to an existing operation', () => {
	expect(Object.keys(specialSamples).filter((key) => !(key in samples))).toEqual([]);
});

test('every endpoint of the contract has an operation, except those in this list', () => {
	const used = operations.flatMap(([, operation]) => endpointsOf(operation).map(methodAndPath));
	expect(contractEndpoints.map(({ key }) => key).filter((key) => !used.includes(key))).toEqual([
		...['POST /inboxes/{inbox_id}/batch/delete', 'POST /inboxes/{inbox_id}/batch/restore'],
		...['GET /conversation/{conversation_id}/next', 'GET /conversation/{conversation_id}/previous'],
		...['POST /settings/tags/merge', 'POST /settings/tags/update', 'POST /settings/tags/delete'],
		...['POST /saved-replies/{saved_reply_id}/use', 'GET /business-hours', 'GET /holidays', 'POST /attachments'],
	]);
});

test('an operation uses provisional or personal-token endpoints only if its own endpoint is one', () => {
	for (const [key, operation, { provisional, patOnly }] of withEndpoint) {
		for (const used of endpointsOf(operation)) {
			expect(
				[key, used.provisional && !provisional, used.patOnly && !patOnly].filter((each) => each === true),
			).toEqual([]);
		}
	}
});

test('every operation that writes has Dry Run', () => {
	const [writing, reading] = [true, false].map((writes) =>
		operations.filter(([, operation]) => isWriting(operation) === writes).map(([key]) => key),
	);
	expect(writing!.length).toBeGreaterThanOrEqual(40);
	expect(reading!.filter((key) => !/\.(get\w*|search|download)$/.test(key))).toEqual([]);
});

test('an operation suggests only documented operations in its place', () => {
	const suggested = operations.flatMap(([, { instead }]) => instead ?? []);
	expect(suggested.length).toBeGreaterThanOrEqual(6);
	for (const instead of suggested) {
		const [, resource, operation] = /^([\w ]+) → ([\w ]+), /.exec(instead) ?? [];
		const named = resources
			.find(({ name }) => name === resource)
			?.operations.find(({ name }) => name === operation);
		expect(named).toBeDefined();
		expect([instead, endpointOf(named!)?.provisional]).toEqual([instead, undefined]);
	}
});

describe.each(operations)('%s', (key, operation) => {
	/** All samples, run once. The first test waits for them. */
	let sampled: Promise<Sampled[]> | undefined;
	const all = async () => {
		sampled ??= (async () => {
			const found: Sampled[] = [];
			for (let each; (each = await sample(key, operation, found.length));) found.push(each);
			return found;
		})();
		return await sampled;
	};
	const typical = () => samples[key]!(rig.sandbox).parameters;

	it('sends only what the contract allows, and can send every field that it allows', async () => {
		const runs = await all();
		const requests = runs.flatMap(({ run }) => run.requests);
		expect(requests).not.toEqual([]);
		for (const { parameters, run } of runs) {
			expect([run.error, run.output.length > 0]).toEqual([undefined, true]);
			missesNothing(key, parameters);
		}
		for (const request of requests) isAllowed(key, operation, request);
		if (operation.operationId) canSendAll(key, requests);
		offersAll(
			operation,
			runs.map(({ parameters }) => parameters),
		);
	});

	if (needsNoProvisional(operation))
		it('succeeds in a helpdesk without provisional endpoints', async () => {
			for (const { without } of await all()) {
				expect([without!.error, without!.output.length > 0]).toEqual([undefined, true]);
				const refused = without!.requests.filter(({ status }) => status! >= 400);
				expect(refused.filter(({ path }) => !path.endsWith('/custom-fields'))).toEqual([]);
			}
		});

	if (isWriting(operation)) {
		it('with Dry Run writes nothing, and outputs the request that a real run sends', async () => {
			for (const { run, dry } of await all()) {
				expect([dry!.error, writesIn(dry!)]).toEqual([undefined, []]);
				const [write, ...others] = writesIn(run);
				if (key === 'apiRequest.send' && !write) {
					expect(dry!.output[0]!.json).not.toHaveProperty('dryRun');
					continue;
				}
				expect(others).toEqual([]);
				const { method, path, body = null } = write!;
				for (const { json, pairedItem } of dry!.output) {
					const wouldSend = withoutLink({ method, path, body });
					expect([json.dryRun, withoutLink(json.wouldSend), pairedItem]).toEqual([
						true,
						wouldSend,
						{ item: 0 },
					]);
					expect(json.message).toMatch(/^Would .+\. Nothing was changed\.$/);
				}
			}
		});

		it('with a Read Only credential writes nothing, and the error names the credential', async () => {
			for (const { readOnly } of await all()) {
				expect(writesIn(readOnly)).toEqual([]);
				if (readOnly.error)
					expect(readOnly.error.message).toContain('The Helpdesk credential "Helpdesk" is for reading only');
				else
					expect([key, readOnly.requests.map(({ method }) => method)]).toEqual([
						'apiRequest.send',
						expect.arrayContaining(['GET']),
					]);
			}
		});
	} else {
		it('succeeds with a Read Only credential', async () => {
			for (const { readOnly } of await all())
				expect([readOnly.error, readOnly.requests.length > 0]).toEqual([undefined, true]);
		});
	}

	if (isWriting(operation) && operation.fields?.includes(conversationId))
		it('outputs the ID of the conversation, with and without Dry Run', async () => {
			const [{ parameters, run, dry }] = (await all()) as [Sampled];
			const { value } = parameters.conversationId as { value: string };
			for (const { json } of [...run.output, ...dry!.output]) expect(json.id).toBe(value);
		});

	it('outputs exactly "error" and "details" on the error output if it fails', async () => {
		rig.sandbox.reset();
		const parameters = typical();
		rig.answers(422, { times: 0 });
		const output = await rig.run(key, parameters, { onError: 'continueErrorOutput' });
		expect(output).toEqual([
			{
				json: {
					error: expect.stringMatching(/Could not .+: the helpdesk refused a value$/),
					details: {
						description: expect.any(String),
						statusCode: 422,
						mayHaveBeenApplied: false,
						requestId: null,
						code: null,
					},
					...operation.output.form.unlessDone,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it("sends nothing if n8n does not call the node's pagination function", async () => {
		rig.sandbox.reset();
		const error = await rig.failure(
			key,
			{ conversationId: byId('c1'), path: '/me', method: 'GET' },
			{ passesOverPagination: true },
		);
		expect(error.message).toBe('The Helpdesk credential is for another host');
		expect(rig.requests()).toEqual([]);
	});

	const endpoint = endpointOf(operation);
	if (endpoint?.provisional)
		it('reports that the helpdesk lacks the endpoint, and suggests API Request or another operation', async () => {
			rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
			const parameters = typical();
			rig.answers(405, { skip: 1 });
			const missing = await rig.failure(key, parameters);
			const otherMethod = await rig.failure(key, parameters);
			expect(rig.requests().map(({ status }) => status)).toEqual([404, 405]);
			const place = methodAndPath(endpoint);
			for (const { message, description } of [missing, otherMethod]) {
				expect(message).toMatch(/Could not .+: your helpdesk may not support this operation$/);
				expect(description).toMatch(new RegExp(`\\(not confirmed: ${place.replace(/\{\w+\}/g, '[^/ ]+')}\\)`));
				expect(description).toContain('send it with API Request.');
				if (operation.instead)
					expect(description).toContain(
						`Instead: ${operation.instead}. Or look up how your helpdesk does this`,
					);
			}
			expect([
				missing.description!.includes('check the ID'),
				otherMethod.description!.includes('check the ID'),
			]).toEqual([place.includes('{'), false]);
		});
});

const { description } = new Helpdesk();

/** Asserts that n8n's check before the start finds no missing parameter. */
function missesNothing(key: string, given: INodeParameters) {
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

/** Reads that look up the key of a custom field by its name. */
const LOOK_UPS = ['GET /conversation/{conversation_id}', 'GET /inboxes/{inbox_id}/custom-fields'];

/** Asserts that a request has only fields of the contract and an endpoint of the operation. */
function isAllowed(key: string, operation: Operation, { body, query, ...request }: LoggedRequest) {
	const route = routeOf(request as LoggedRequest);
	const own = endpointsOf(operation).map(methodAndPath);
	if (operation.operationId) expect([...own, ...LOOK_UPS]).toContain(keyOf(route));
	const text = body === undefined ? undefined : JSON.stringify(body);
	validate(api.validator, route, { path: `/v1${request.path}`, query: query as Record<string, string>, text });
	expect([key, route.takesBody || body === undefined, request.status]).toEqual([key, true, route.success]);
}

/** Asserts that the operation can send every field of the contract. */
function canSendAll(key: string, requests: LoggedRequest[]) {
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

/** Asserts that the operation's samples fill in every field of the editor. */
function offersAll(operation: Operation, all: INodeParameters[]) {
	const filled = (collection?: string) =>
		all.flatMap((parameters) => Object.keys((collection ? parameters[collection] : parameters) ?? {}));
	for (const collection of [undefined, ...COLLECTIONS]) {
		const fields = (collection ? operation[collection] : operation.fields) ?? [];
		const names = fields.map(({ property }) => property.name).filter((name) => !onTheirOwn.includes(name));
		expect(names.filter((name) => !filled(collection).includes(name))).toEqual([]);
	}
}

test('every operation offers fields to drag before its first run, unless its response is unknown', () => {
	const schemas = outputSchemas();
	const pathOf = (key: string) => `nodes/Helpdesk/__schema__/v1.0.0/${key.replace('.', '/')}.json`;
	expect(Object.keys(schemas).sort()).toEqual(operations.map(([key]) => pathOf(key)).sort());
	const empty = operations
		.map(([key]) => key)
		.filter((key) => Object.keys(JSON.parse(schemas[pathOf(key)]!).properties).length === 0);
	expect(empty.filter((key) => !/^(report\.get|inbox\.getReports|apiRequest\.send)$/.test(key))).toEqual([]);
});
