import { shapeOf, type Schema, type Shape } from './schema';

const MAX_NAMES = 8;

/** A schema in a few words: `string (date-time)`, `array of object {id, name}`, `not shown`. */
export function describeSchema(schema: Schema): string {
	return describe(schema, 0);
}

function describe(schema: Schema, depth: number): string {
	const shape = shapeOf(schema);
	if (shape.alternatives.length > 0) return depth > 0 ? 'one of several forms' : describeForms(shape.alternatives, depth + 1);
	if (shape.values) return describeValues(shape);
	if (!shape.types) return describeTypes(shape);
	return ordered(shape.types)
		.map((type) => describeType(type, shape, depth))
		.join(' or ');
}

export function describeForms(forms: readonly Schema[], depth = 1): string {
	return forms.length === 0 ? 'one form' : `one of the forms ${forms.map((form) => describe(form, depth)).join(' | ')}`;
}

/** By the alphabet, so that the order in a file does not matter, and null at the end. */
function ordered(types: ReadonlySet<string>): string[] {
	return [...types].sort((a, b) => Number(a === 'null') - Number(b === 'null') || a.localeCompare(b));
}

function describeType(type: string, shape: Shape, depth: number): string {
	const { properties, items, constraints } = shape;
	if (type === 'array') return items.parts.length > 0 && depth < 3 ? `array of ${describe(items, depth + 1)}` : 'array';
	if (type === 'object' && properties.size > 0) {
		const names = [...properties.keys()];
		return `object {${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}}`;
	}
	if (type === 'object' && shape.notShown) return 'object, its fields not shown';
	const format = constraints.get('format');
	return type === 'string' && format ? `string (${JSON.parse(format)})` : type;
}

export function describeTypes({ types, notShown }: Shape): string {
	if (types) return ordered(types).join(' or ');
	return notShown ? 'not shown' : 'anything';
}

export function describeValues({ values }: Shape): string {
	return values ? `one of ${[...values].sort().join(', ')}` : 'any value';
}
