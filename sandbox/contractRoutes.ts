import findMyWay, { type HTTPMethod } from 'find-my-way';
import { OpenAPIBackend, type Document, type OpenAPIValidator, type Operation } from 'openapi-backend';
import type { OperationId } from '../contract/endpoints';
import { loadContract, type ContractOperation } from '../contract/load';

export interface ContractRoute {
	operationId: OperationId;
	method: string;
	/** The path below /v1, with {names}. */
	path: string;
	patOnly: boolean;
	/** True for an endpoint that was seen elsewhere, not in the specification. */
	provisional: boolean;
	/** Index in the contract, from 0. */
	place: number;
	reads: boolean;
	paged: boolean;
	success: number;
	takesBody: boolean;
	operation: Operation;
}

interface Schema {
	required?: string[];
	properties?: Record<string, { type?: string; minLength?: number; minItems?: number }>;
	maximum?: number;
	additionalProperties?: boolean;
	'x-sandbox-required'?: string[];
	'x-sandbox-closed'?: true;
}

/**
 * Returns the contract for the validators: `x-sandbox-required` becomes `required`, and such values must not be empty.
 * `x-sandbox-closed` becomes `additionalProperties: false`. A page size over the maximum passes, because the world
 * decides on the response.
 */
function withSandboxDemands(contract: Document): Document {
	return JSON.parse(JSON.stringify(contract), (_key, schema: Schema | null) => {
		if (schema?.maximum !== undefined) delete schema.maximum;
		if (schema?.['x-sandbox-closed']) schema.additionalProperties = false;
		if (!schema?.['x-sandbox-required']) return schema;
		for (const name of schema['x-sandbox-required']) {
			const property = schema.properties?.[name];
			if (property?.type === 'string') property.minLength = 1;
		}
		return { ...schema, required: [...schema['x-sandbox-required']] };
	});
}

/** Has no end anchor, because `Date.parse`, the next check, refuses text after the date. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)/;

export interface FoundRoute {
	/** The route, or what the contract lacks: the path, or the method at this path. */
	route: ContractRoute | 'unknownPath' | 'unknownMethod';
	params: Record<string, string>;
}

export interface ContractApi {
	routes: ContractRoute[];
	/** Finds the endpoint by method and path below /v1. Returns the path's parameters by name. */
	findRoute: (method: string, path: string) => FoundRoute;
	validator: OpenAPIValidator;
}

let loaded: Promise<ContractApi> | undefined;

/** The contract behind openapi-backend: read once per process, each validator compiled at its first use. */
export function contractApi(): Promise<ContractApi> {
	return (loaded ??= backend.init().then((api) => {
		const routes = (api.router.getOperations() as Array<ContractOperation & Operation>).map(toRoute);
		return { routes, findRoute: finder(routes), validator: api.validator };
	}));
}

const METHODS: HTTPMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function finder(routes: ContractRoute[]): ContractApi['findRoute'] {
	const router = findMyWay();
	const add = (method: HTTPMethod | HTTPMethod[], path: string, route: FoundRoute['route']) =>
		router.on(method, path.replace(/\{(\w+)\}/g, ':$1'), () => undefined, route);
	for (const route of routes) add(route.method as HTTPMethod, route.path, route);
	for (const path of new Set(routes.map((route) => route.path))) {
		const isOpen = (method: string) => !routes.some((route) => route.path === path && route.method === method);
		add(METHODS.filter(isOpen), path, 'unknownMethod');
	}
	return (method, path) => {
		const { store = 'unknownPath', params = {} } = router.find(method as HTTPMethod, path) ?? {};
		return { route: store as FoundRoute['route'], params: params as FoundRoute['params'] };
	};
}

const backend = new OpenAPIBackend({
	definition: withSandboxDemands(loadContract()),
	apiRoot: '/v1',
	quick: true,
	coerceTypes: true,
	ajvOpts: { allErrors: true },
	customizeAjv: (ajv) => {
		ajv.addFormat('email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
		ajv.addFormat('date-time', (text: string) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
		ajv.addFormat('uri', (text: string) => URL.canParse(text));
		return ajv;
	},
});

const toRoute = (operation: ContractOperation & Operation, place: number): ContractRoute => ({
	place,
	operationId: operation.operationId as OperationId,
	method: operation.method.toUpperCase(),
	path: operation.path,
	patOnly: operation['x-pat-only'] === true,
	provisional: operation['x-provenance'] === 'provisional',
	reads: operation.method === 'get' || operation['x-read-only'] === true,
	paged: (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === 'page'),
	success: Number(Object.keys(operation.responses ?? {}).find((status) => status.startsWith('2'))),
	takesBody: operation.requestBody !== undefined,
	operation,
});
