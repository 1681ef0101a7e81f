import { loadContract } from '../../contract/load';
import specificationData from './specification.json';

/** Request and answer of an endpoint, in the specification's words. */
export interface Row {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	body?: 'required' | 'optional' | 'not shown';
	fields?: Record<string, string>;
	/** The body may have fields other than `fields`: their names are unknown or free. */
	open?: true;
	query?: Record<string, string>;
	patOnly?: true;
	/** A POST that changes nothing. */
	readOnly?: true;
	success: number;
	/** `message` for {message} in the specification; otherwise the name of its form, if any. */
	answer: string;
	/** Statuses in addition to those that every endpoint may answer. */
	also?: number[];
}

type Types = Record<string, string>;

/**
 * The specification's tables of endpoints and records, typed by hand, so that they repeat no mistake of the contract
 * file. A type is string, email, date-time, html, integer, boolean, object, uri or `array of …`, with the
 * specification's values in brackets.
 */
export const specification = specificationData as unknown as {
	endpoints: Row[];
	everyStatus: number[];
	/** Request fields that were seen elsewhere, but not in the specification. */
	provisionalFields: Record<string, Types>;
	records: Record<string, Types>;
	display: Types;
};

/* eslint-disable @typescript-eslint/no-explicit-any -- the contract is walked as plain data */
type Node = any;

export const contract: Node = loadContract();

export function resolve(node: Node): Node {
	if (!node?.$ref) return node;
	const target = node.$ref
		.slice(2)
		.split('/')
		.reduce((at: Node, key: string) => at[key], contract);
	return resolve(target);
}

const refName = (node: Node): string | undefined => node?.$ref?.split('/').at(-1);

/** Returns a schema in the notation of the specification's table. */
export function typeName(schema: Node): string {
	const target = resolve(schema);
	const name = refName(schema);
	if (name && target.properties && !name.startsWith('Filter')) return name;
	const type = [target.type].flat().filter((each: string) => each !== 'null')[0];
	if (type === 'array') return target.items && !target.items.if ? `array of ${typeName(target.items)}` : 'array';
	const text = target.format ?? (target.contentMediaType === 'text/html' ? 'html' : type);
	return target['x-values-seen'] ? `${text} (${target['x-values-seen'].join(', ')})` : text;
}

/** Returns field names and types of an object schema, for one provenance. */
export function fieldTypes(schema: Node, provenance: 'documented' | 'provisional' = 'documented') {
	const fields = Object.entries<Node>(resolve(schema).properties ?? {});
	const wanted = fields.filter(([, field]) => (field['x-provenance'] ?? 'documented') === provenance);
	return Object.fromEntries(wanted.map(([name, field]) => [name, typeName(field)]));
}

export interface ContractEndpoint {
	key: string;
	operation: Node;
	bodySchema: Node;
	parameters: Node[];
}

export const contractEndpoints: ContractEndpoint[] = Object.entries<Node>(contract.paths).flatMap(([path, item]) =>
	['get', 'post', 'put', 'patch', 'delete']
		.filter((method) => item[method])
		.map((method) => ({
			key: `${method.toUpperCase()} ${path}`,
			operation: item[method],
			bodySchema: resolve(item[method].requestBody?.content['application/json'].schema),
			parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(resolve),
		})),
);

export function rowOf({ key, operation, bodySchema, parameters }: ContractEndpoint): Row {
	const [method, path] = key.split(' ') as [Row['method'], string];
	const query = parameters.filter((parameter) => parameter.in === 'query');
	return {
		method,
		path,
		...(bodySchema && { body: bodyDemand(operation.requestBody, bodySchema), fields: fieldTypes(bodySchema) }),
		...(bodySchema?.additionalProperties === true && { open: true as const }),
		...(query.length > 0 && {
			query: Object.fromEntries(query.map(({ name, schema }) => [name, typeName(schema)])),
		}),
		...(operation['x-pat-only'] && { patOnly: true as const }),
		...(operation['x-read-only'] && { readOnly: true as const }),
		success: Number(Object.keys(operation.responses)[0]),
		answer: answerName(resolve(Object.values(operation.responses)[0]).content['application/json'].schema),
	};
}

function bodyDemand(body: Node, schema: Node): Row['body'] {
	if (body.required) return 'required';
	return /whether it is required/.test(schema['x-not-shown'] ?? '') ? 'not shown' : 'optional';
}

function answerName(schema: Node): string {
	const name = refName(schema);
	if (name === 'MessageAnswer') return 'message';
	if (name) return name;
	if (schema['x-not-shown'] && !schema.type && !schema.properties) return 'not shown';
	return `data: ${typeName(schema.properties.data)}`;
}
