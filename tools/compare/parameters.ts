import { follow, jsonAt, type Json } from './description';
import { schemaOf, shapeOf, type Schema } from './schema';

/** Something that is sent beside the body. */
export interface Parameter {
	/** For example `query page`. */
	label: string;
	required: boolean;
	schema: Schema;
}

/** OpenAPI, Parameter Object: header parameters of these names are ignored. */
const IGNORED_HEADERS = ['header accept', 'header content-type', 'header authorization'];

/**
 * What is sent in path, query and headers, by kind and name; in the path by the place instead of the name.
 * A parameter of the operation stands in for one of the path item that has its name: the last one counts.
 */
export function parametersOf(root: Json, path: string, nodes: unknown[]): Map<string, Parameter> {
	const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
	const parameters = new Map<string, Parameter>();
	for (const parameter of nodes.map((node) => follow(root, node))) {
		const { name, in: kind } = parameter;
		const label = `${String(kind)} ${kind === 'header' ? String(name).toLowerCase() : String(name)}`;
		if (IGNORED_HEADERS.includes(label)) continue;
		const key = kind === 'path' ? `path ${inPath.indexOf(String(name))}` : label;
		const whole = { label, required: kind === 'path' || parameter.required === true, schema: parameterSchema(root, parameter) };
		for (const [each, value] of isSpread(parameter, whole.schema) ? spread(whole) : [[key, whole] as const]) parameters.set(each, value);
	}
	return parameters;
}

export function parameterSchema(root: Json, { schema, content }: Json): Schema {
	return schemaOf(root, schema ?? jsonAt(Object.values(jsonAt(content))[0]).schema);
}

/** OpenAPI, Style Values: an object in the query is sent as one parameter a field, unless it says otherwise. */
function isSpread({ in: kind, style = 'form', explode = true, schema }: Json, whole: Schema): boolean {
	const { types } = shapeOf(whole);
	return kind === 'query' && style === 'form' && explode === true && schema !== undefined && types?.size === 1 && types.has('object');
}

function spread({ schema }: Parameter): Array<[string, Parameter]> {
	const { properties, required, others } = shapeOf(schema);
	const named = [...properties].map(([name, field]): [string, Parameter] => {
		const label = `query ${name}`;
		return [label, { label, required: required.has(name), schema: field }];
	});
	const label = 'query, any other name';
	return others === 'refused' ? named : [...named, [label, { label, required: false, schema: others }]];
}
