/* eslint-disable @typescript-eslint/no-explicit-any -- descriptions are walked as plain data */
export type Node = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export const copy = (node: Node): Node => JSON.parse(JSON.stringify(node));

export const mapValues = (map: Node, change: (value: Node, name: string) => Node): Node =>
	Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value, name)]));

/** A description with every schema in it replaced, the innermost first. */
export function mapSchemas(description: Node, change: (schema: Node) => Node): Node {
	const inSchema = (schema: Node): Node => {
		if (typeof schema !== 'object' || schema === null) return schema;
		const inner = { ...schema };
		for (const key of ['items', 'additionalProperties', 'then', 'else', 'if', 'not']) if (key in inner) inner[key] = inSchema(inner[key]);
		for (const key of ['allOf', 'anyOf', 'oneOf']) if (key in inner) inner[key] = inner[key].map(inSchema);
		if (inner.properties) inner.properties = mapValues(inner.properties, inSchema);
		return change(inner);
	};
	const walk = (node: Node): Node => {
		if (Array.isArray(node)) return node.map(walk);
		if (typeof node !== 'object' || node === null) return node;
		return mapValues(node, (value, key) => (key === 'schema' ? inSchema(value) : walk(value)));
	};
	const { schemas, ...rest } = description.components;
	return { ...walk({ ...description, components: rest }), components: { ...walk(rest), schemas: mapValues(schemas, inSchema) } };
}

/** A description with every operation replaced; its path item may be changed in place too. */
export function mapOperations(description: Node, change: (operation: Node, item: Node) => Node): Node {
	return {
		...description,
		paths: mapValues(description.paths, (item) => {
			const changed = { ...item };
			for (const method of METHODS) if (changed[method]) changed[method] = change(changed[method], item);
			return changed;
		}),
	};
}

/** A description with every object that refers to another place replaced. */
export function mapReferences(node: Node, change: (reference: Node) => Node): Node {
	if (Array.isArray(node)) return node.map((each) => mapReferences(each, change));
	if (typeof node !== 'object' || node === null) return node;
	const inner = mapValues(node, (value) => mapReferences(value, change));
	return typeof inner.$ref === 'string' ? change(inner) : inner;
}

/** What a reference leads to. */
export function referred(description: Node, reference: string): Node {
	const steps = reference
		.split('/')
		.slice(1)
		.map((step) => decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~'));
	return steps.reduce((at, step) => at[step], description);
}
