import { isJson, type Json } from './description';

/** Read by name elsewhere: types, fields and forms. */
const STRUCTURE = [
	'$ref',
	'type',
	'nullable',
	'enum',
	'const',
	'properties',
	'required',
	'items',
	'additionalProperties',
	'allOf',
	'anyOf',
	'oneOf',
	'if',
	'then',
	'else',
];

/** Words for people, and how a schema is filed: nothing of the wire depends on them. */
const ANNOTATIONS = [
	'title',
	'description',
	'summary',
	'example',
	'examples',
	'externalDocs',
	'deprecated',
	'discriminator',
	'xml',
	'readOnly',
	'writeOnly',
	'$id',
	'$schema',
	'$comment',
	'$anchor',
	'$defs',
	'definitions',
];

const UNCOMPARED = new Set([...STRUCTURE, ...ANNOTATIONS]);

/** The JSON types that a schema object names itself. */
export function typesOf({ type }: Json): ReadonlySet<string> | undefined {
	return type === undefined ? undefined : new Set([type].flat().map(String));
}

/** Keywords such as `format` and `maximum`, with their values as JSON. */
export function constraintsOf(part: Json): Map<string, string> {
	const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = part;
	const limits: Json = {
		...limitOf('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
		...limitOf('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
	};
	const entries = Object.entries({ ...rest, ...limits }).filter(([name]) => !UNCOMPARED.has(name) && !name.startsWith('x-'));
	return new Map(entries.map(([name, value]) => [name, JSON.stringify(sorted(value))]));
}

/** OpenAPI 3.0 marks a limit as exclusive, 3.1 has a number of its own for it. */
function limitOf(name: string, exclusiveName: string, limit: unknown, exclusive: unknown): Json {
	if (typeof exclusive === 'boolean') return limit === undefined ? {} : { [exclusive ? exclusiveName : name]: limit };
	return { ...(limit !== undefined && { [name]: limit }), ...(exclusive !== undefined && { [exclusiveName]: exclusive }) };
}

/** The same value with the names of objects in order. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isJson(value)) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, sorted(value[name])]),
	);
}
