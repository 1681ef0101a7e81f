import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { contractOperations, loadContract, recordSchema, type ContractOperation } from '../../contract/load';

/** The list of endpoints by which the code goes: contract/endpoints.ts, made from the contract. */
export const endpointsFile = join(__dirname, '../../contract/endpoints.ts');

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const HEAD = `/** What an operation needs to know of an endpoint. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the base URL, with {names} for what is filled in. */
	path: string;
	/** For personal access tokens only. */
	patOnly?: true;
	/** Seen elsewhere, not in the API documentation. */
	provisional?: true;
	/** Changes nothing, so that it may be repeated. */
	readOnly?: true;
	/** Takes the number of a page in its query. */
	paged?: true;
}

/** Every endpoint of helpdesk.openapi.yaml by its operationId. Made from it by \`npm run docs\`: do not change it by hand. */
export const endpoints = {
`;

const MIDDLE = `} satisfies Record<string, Endpoint>;

/** Names an endpoint. */
export type OperationId = keyof typeof endpoints;

/** The fields that are known of each record. */
export const recordFields = {
`;

const TAIL = `} satisfies Record<string, string[]>;

/** The record that the answers of an endpoint hold, where anything is known of it. */
export const recordOf: Partial<Record<OperationId, keyof typeof recordFields>> = {
`;

/** What contract/endpoints.ts must hold. */
export function endpointList(): string {
	const lines = Object.entries(loadContract().paths ?? {}).flatMap(([path, item = {}]) =>
		METHODS.filter((method) => method in item).map((method) => {
			const operation = item[method as 'get'] as ContractOperation;
			const marks = {
				patOnly: operation['x-pat-only'],
				provisional: operation['x-provenance'] === 'provisional',
				readOnly: method === 'get' || operation['x-read-only'],
				paged: (operation.parameters ?? []).some(isPage),
			};
			const set = Object.entries(marks)
				.filter(([, is]) => is)
				.map(([name]) => `, ${name}: true`)
				.join('');
			return `\t${operation.operationId}: { method: '${method.toUpperCase()}', path: '${path}'${set} },\n`;
		}),
	);
	return HEAD + lines.join('') + MIDDLE + recordLines().join('') + TAIL + recordOfLines().join('') + '};\n';
}

function recordOfLines(): string[] {
	return contractOperations().flatMap(({ operationId, 'x-record': record }) => (record ? `\t${operationId}: '${record}',\n` : []));
}

/** The fields of every record that an endpoint names. */
function recordLines(): string[] {
	const names = new Set(contractOperations().flatMap((operation) => operation['x-record'] ?? []));
	return [...names].map((name) => {
		const fields = Object.keys(recordSchema(name).properties).map((field) => `'${field}'`);
		const line = `\t${name}: [${fields.join(', ')}],\n`;
		// As the code is formatted by machine.
		return line.length <= 148 ? line : `\t${name}: [\n${fields.map((field) => `\t\t${field},\n`).join('')}\t],\n`;
	});
}

function isPage(parameter: object): boolean {
	return ('name' in parameter && parameter.name === 'page') || ('$ref' in parameter && parameter.$ref === '#/components/parameters/Page');
}

/** The first half of `npm run docs`: everything else reads what this writes. */
if (require.main === module) writeFileSync(endpointsFile, endpointList());
