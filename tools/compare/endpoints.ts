import { follow, isJson, jsonAt, listAt, type Json } from './description';
import { parameterSchema, parametersOf, type Parameter } from './parameters';
import { schemaOf, type Schema } from './schema';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** A body or an answer by its media types. */
export type Content = ReadonlyMap<string, Schema>;

export interface Answer {
	headers: ReadonlyMap<string, Parameter>;
	content: Content;
}

/** What a description says of one endpoint, however it is written. */
export interface Endpoint {
	method: string;
	/** Below the version, with the description's own names of the path parameters. */
	path: string;
	/** Method and path without those names: the same in every description. */
	key: string;
	/** `v1`, where server or path say it. */
	version?: string;
	provenance?: unknown;
	patOnly: boolean;
	security: string;
	/** By place, for those in the path, or by kind and name. */
	parameters: ReadonlyMap<string, Parameter>;
	body?: { required: boolean; content: Content };
	answers: ReadonlyMap<string, Answer>;
}

/** All endpoints of a description, in its order. */
export function endpointsOf(root: Json): Endpoint[] {
	return Object.entries(jsonAt(root.paths)).flatMap(([path, node]) => {
		const item = pathItem(root, node);
		return METHODS.filter((method) => isJson(item[method])).map((method) => endpointOf(root, path, item, method));
	});
}

/** A path item may lie elsewhere, and have more beside its reference. */
function pathItem(root: Json, node: unknown): Json {
	return { ...follow(root, node), ...jsonAt(node) };
}

function endpointOf(root: Json, fullPath: string, item: Json, method: string): Endpoint {
	const operation = jsonAt(item[method]);
	const [, prefix, path = '/'] = /^((?:\/[^/{}]+)*?\/v\d+)?(\/.*?)?\/*$/.exec(fullPath) ?? [];
	const body = operation.requestBody === undefined ? undefined : follow(root, operation.requestBody);
	return {
		method: method.toUpperCase(),
		path,
		key: `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`,
		version: versionOf(prefix) ?? serverVersion([operation, item, root]),
		provenance: operation['x-provenance'],
		patOnly: operation['x-pat-only'] === true,
		security: securityOf(root, operation),
		parameters: parametersOf(root, path, [...listAt(item.parameters), ...listAt(operation.parameters)]),
		body: body && { required: body.required === true, content: contentOf(root, body) },
		answers: new Map(Object.entries(jsonAt(operation.responses)).map(([code, node]) => [code.toUpperCase(), answerOf(root, node)])),
	};
}

function versionOf(path = ''): string | undefined {
	return /\/(v\d+)(?=\/|$)/.exec(path)?.[1];
}

/** The nearest list of servers counts; variables have their defaults. */
function serverVersion(levels: Json[]): string | undefined {
	const servers = levels.map(({ servers }) => listAt(servers)).find(({ length }) => length > 0) ?? [];
	const urls = servers
		.map(jsonAt)
		.map(({ url, variables }) => String(url).replace(/\{([^}]+)\}/g, (_, name: string) => String(jsonAt(jsonAt(variables)[name]).default)));
	return urls.map((url) => versionOf(url.replace(/^([a-z]+:)?\/\/[^/]*/i, ''))).find((version) => version);
}

/** What has to be shown to be let in, by kind: the names of security schemes are the description's own affair. */
function securityOf(root: Json, operation: Json): string {
	const schemes = jsonAt(jsonAt(root.components).securitySchemes);
	const ways = listAt(operation.security ?? root.security).map((way) => {
		const needed = Object.entries(jsonAt(way)).map(([name, scopes]) => {
			const { type = name, scheme, in: place, name: field } = follow(root, schemes[name]);
			return [type, scheme, place, field, ...listAt(scopes)]
				.filter((word) => word !== undefined)
				.join(' ')
				.toLowerCase();
		});
		return needed.sort().join(' and ') || 'none';
	});
	return [...new Set(ways)].sort().join(' or ') || 'none';
}

function contentOf(root: Json, { content }: Json): Content {
	return new Map(
		Object.entries(jsonAt(content)).map(([type, media]) => [type.toLowerCase().split(';')[0]!.trim(), schemaOf(root, jsonAt(media).schema)]),
	);
}

function answerOf(root: Json, node: unknown): Answer {
	const answer = follow(root, node);
	const headers = Object.entries(jsonAt(answer.headers)).map(([name, value]): [string, Parameter] => {
		const header = follow(root, value);
		return [name.toLowerCase(), { label: `header ${name}`, required: header.required === true, schema: parameterSchema(root, header) }];
	});
	return { headers: new Map(headers), content: contentOf(root, answer) };
}
