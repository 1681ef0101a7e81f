import { isJson, jsonAt, listAt, target, type Json } from './description';
import { constraintsOf, typesOf } from './keywords';

/**
 * The schema objects that hold together: with a `$ref` what it leads to, with an `allOf` its members. That is what
 * makes merged and flat, inline and referred schemas the same. Empty for a schema that allows anything.
 */
export interface Schema {
	root: Json;
	parts: readonly Json[];
}

/** What a schema asks for, however it is written. What stands deeper is read when it is compared. */
export interface Shape {
	/** JSON types, with `null` for nullable; undefined for any. */
	types?: ReadonlySet<string>;
	/** The values of `enum` or `const` as JSON, without null; undefined for any. */
	values?: ReadonlySet<string>;
	properties: ReadonlyMap<string, Schema>;
	required: ReadonlySet<string>;
	items: Schema;
	/** Properties beyond the named ones. */
	others: Schema | 'refused';
	/** Forms of which one holds, where they cannot be told apart by their types. */
	alternatives: readonly Schema[];
	/** All other keywords that ask for something, with their values as JSON. */
	constraints: ReadonlyMap<string, string>;
	/** That the contract says outright that this is not shown. */
	notShown: boolean;
}

const NEVER: Json = { not: {} };

/** A schema as it stands in a description, or several that must hold together. */
export function schemaOf(root: Json, ...nodes: unknown[]): Schema {
	const parts = new Set<Json>();
	const add = (node: unknown): void => {
		const part = node === false ? NEVER : node;
		if (!isJson(part) || parts.has(part)) return;
		parts.add(part);
		if (typeof part.$ref === 'string') add(target(root, part.$ref));
		listAt(part.allOf).forEach(add);
		for (const forms of formsOf(part)) if (forms.length === 1) add(forms[0]);
	};
	nodes.forEach(add);
	return { root, parts: [...parts] };
}

/** An if with then and else says, in other words, that one of two forms holds; by which sign is not compared. */
function formsOf({ anyOf, oneOf, if: condition, then, else: otherwise }: Json): unknown[][] {
	return [listAt(anyOf), listAt(oneOf), condition === undefined ? [] : [then ?? true, otherwise ?? true]];
}

type Found = Array<{ schema: Schema; shape: Shape }>;

/** What was found of the schemas of a description, by the first of their parts: a conversation, say, stands in many answers. */
const known = new WeakMap<Json, WeakMap<Json, Found>>();

/** What a schema asks for. A description that was read is not changed any more. */
export function shapeOf(schema: Schema): Shape {
	const { root, parts } = schema;
	const [first] = parts;
	if (!first) return anything(root);
	const ofRoot = known.get(root) ?? new WeakMap<Json, Found>();
	known.set(root, ofRoot);
	const found = ofRoot.get(first) ?? [];
	ofRoot.set(first, found);
	const same = found.find((each) => isSame(each.schema, schema));
	if (same) return same.shape;
	const shape = shapeWithin(schema, []);
	found.push({ schema, shape });
	return shape;
}

export function isSame(a: Schema, b: Schema): boolean {
	return a.root === b.root && a.parts.length === b.parts.length && a.parts.every((part, index) => part === b.parts[index]);
}

function shapeWithin(schema: Schema, within: readonly Json[]): Shape {
	const { root, parts } = schema;
	const around = [...within, ...parts];
	const shapes = parts.flatMap((part) => [ownShape(root, part), ...formsOf(part).map((forms) => shapeOfForms(root, forms, around))]);
	const shape = shapes.reduce(both, anything(root));
	const types = shape.types ?? inferredTypes(shape);
	const nullable = types && parts.some((part) => part.nullable === true);
	return { ...shape, types: nullable ? new Set([...types, 'null']) : types };
}

const anything = (root: Json): Shape => ({
	properties: new Map(),
	required: new Set(),
	items: { root, parts: [] },
	others: { root, parts: [] },
	alternatives: [],
	constraints: new Map(),
	notShown: false,
});

function ownShape(root: Json, part: Json): Shape {
	const { properties, required, items, additionalProperties } = part;
	const values = Array.isArray(part.enum) ? part.enum : 'const' in part ? [part.const] : undefined;
	return {
		types: typesOf(part),
		values: values && new Set(values.filter((value) => value !== null).map((value) => JSON.stringify(value))),
		properties: new Map(Object.entries(jsonAt(properties)).map(([name, node]) => [name, schemaOf(root, node)])),
		required: new Set(listAt(required).map(String)),
		items: schemaOf(root, items),
		others: additionalProperties === false ? 'refused' : schemaOf(root, additionalProperties),
		alternatives: [],
		constraints: constraintsOf(part),
		notShown: 'x-not-shown' in part,
	};
}

/** The types that a schema means which does not name them. */
function inferredTypes(shape: Shape): ReadonlySet<string> | undefined {
	const { values, properties, required, items, others } = shape;
	if (properties.size > 0 || required.size > 0 || others === 'refused' || others.parts.length > 0) return new Set(['object']);
	if (items.parts.length > 0) return new Set(['array']);
	if (values) return new Set([...values].map((value) => (value.startsWith('"') ? 'string' : typeof JSON.parse(value))));
	return undefined;
}

/** Forms that differ by their type are one schema with several types: "string or null", "object or array". */
function shapeOfForms(root: Json, forms: unknown[], within: readonly Json[]): Shape {
	if (forms.length < 2) return anything(root);
	const schemas = forms.map((form) => schemaOf(root, form));
	const apart = { ...anything(root), alternatives: schemas };
	if (schemas.some(({ parts }) => parts.some((part) => within.includes(part)))) return apart;
	const shapes = schemas.map((schema) => shapeWithin(schema, within));
	const types = shapes.flatMap((shape) => [...(shape.types ?? ['null', 'null'])]);
	const beside = shapes.filter((shape) => !shape.values && !(shape.types?.size === 1 && shape.types.has('null')));
	const valuesApart = shapes.some(({ values }) => values) && beside.length > 0;
	if (new Set(types).size < types.length || valuesApart) return apart;
	return { ...shapes.map((shape): Shape => ({ ...shape, types: undefined })).reduce(both), types: new Set(types) };
}

function both(a: Shape, b: Shape): Shape {
	const properties = new Map(a.properties);
	for (const [name, schema] of b.properties) properties.set(name, together(properties.get(name), schema));
	return {
		types: common(a.types, b.types),
		values: common(a.values, b.values),
		properties,
		required: new Set([...a.required, ...b.required]),
		items: together(a.items, b.items),
		others: a.others === 'refused' || b.others === 'refused' ? 'refused' : together(a.others, b.others),
		alternatives: [...a.alternatives, ...b.alternatives],
		constraints: new Map([...a.constraints, ...b.constraints]),
		notShown: a.notShown || b.notShown,
	};
}

function together(a: Schema | undefined, b: Schema): Schema {
	return a ? { root: b.root, parts: [...new Set([...a.parts, ...b.parts])] } : b;
}

function common(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined {
	return a && b ? new Set([...a].filter((each) => b.has(each))) : (a ?? b);
}
