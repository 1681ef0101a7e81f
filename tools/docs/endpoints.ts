import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { contractOperations, loadContract, recordSchema, type ContractOperation } from '../../contract/load';

/** The code's list of endpoints. The part between its braces is generated from the contract. */
export const endpointsFile = join(__dirname, '../../contract/endpoints.ts');

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Maximum characters of a line. Its tab counts as one. */
const MAX_LINE = 117;

/** Returns the text of contract/endpoints.ts. */
export function endpointList(): string {
	const parts: Record<string, string[]> = {
		endpoints: endpointLines(),
		summaries: summaryLines(),
		recordFields: recordLines(),
		recordOf: recordOfLines(),
	};
	const fill = (text: string, [name, lines]: [string, string[]]) =>
		text.replace(
			new RegExp(`(export const ${name}\\b.* = \\{\\n)[^]*?(\\n?^\\})`, 'm'),
			(_, head: string) => `${head}${lines.join('')}}`,
		);
	return Object.entries(parts).reduce(fill, readFileSync(endpointsFile, 'utf8'));
}

function endpointLines(): string[] {
	return Object.entries(loadContract().paths ?? {}).flatMap(([path, item = {}]) =>
		METHODS.filter((method) => method in item).map((method) => {
			const operation = item[method as 'get'] as ContractOperation;
			const marks = {
				patOnly: operation['x-pat-only'],
				provisional: operation['x-provenance'] === 'provisional',
				readOnly: method === 'get' || operation['x-read-only'],
				paged: (operation.parameters ?? []).some(isPage),
				hasFields: hasFields(operation),
			};
			const set = Object.entries(marks).flatMap(([name, is]) => (is ? `${name}: true` : []));
			const fields = [`method: '${method.toUpperCase()}'`, `path: '${path}'`, ...set];
			return entry(operation.operationId!, fields, '{ ', ' }');
		}),
	);
}

/** A single sentence has no full stop, as in n8n's descriptions. */
function summaryLines(): string[] {
	return contractOperations().map(({ operationId, summary = '' }) => {
		const text = /\. /.test(summary) ? summary : summary.replace(/\.$/, '');
		const quoted = text.includes("'") ? JSON.stringify(text) : `'${text}'`;
		const line = `\t${operationId}: ${quoted},\n`;
		return line.length - 1 <= MAX_LINE ? line : `\t${operationId}:\n\t\t${quoted},\n`;
	});
}

function recordOfLines(): string[] {
	return contractOperations().flatMap(({ operationId, 'x-record': record }) =>
		record ? `\t${operationId}: '${record}',\n` : [],
	);
}

/** Returns the fields of every record that an endpoint names, as formatted code. */
function recordLines(): string[] {
	const names = new Set(contractOperations().flatMap((operation) => operation['x-record'] ?? []));
	return [...names].map((name) => {
		const fields = Object.keys(recordSchema(name).properties).map((field) => `'${field}'`);
		return entry(name, fields, '[', ']');
	});
}

/** Returns an entry in one line if it fits, as prettier formats it. */
function entry(name: string, parts: string[], open: string, close: string): string {
	const line = `\t${name}: ${open}${parts.join(', ')}${close},\n`;
	const long = parts.map((part) => `\t\t${part},\n`).join('');
	return line.length - 1 <= MAX_LINE ? line : `\t${name}: ${open.trim()}\n${long}\t${close.trim()},\n`;
}

/** Returns whether a body has fields of the API. Custom fields do not count. */
function hasFields({ requestBody }: ContractOperation): boolean {
	const content = requestBody && 'content' in requestBody ? requestBody.content : {};
	const schema = { ...content['application/json']?.schema };
	return 'properties' in schema || 'x-not-shown' in schema;
}

const isPage = (parameter: object) =>
	('name' in parameter && parameter.name === 'page') ||
	('$ref' in parameter && parameter.$ref === '#/components/parameters/Page');

/** First part of `npm run docs`, because all others read this file. */
if (require.main === module) writeFileSync(endpointsFile, endpointList());
