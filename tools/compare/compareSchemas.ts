import { describeForms, describeSchema, describeTypes, describeValues } from './describe';
import { isSame, shapeOf, type Schema, type Shape } from './schema';

/** Something that two descriptions of an endpoint do not agree on; undefined where one of them does not have it. */
export interface Difference {
	/** The place, for example `answer 200 › data[].name`. */
	where: string;
	here?: string;
	there?: string;
}

/** Two schemas that are being compared, so that one that contains itself comes to an end. */
type Pair = [here: Schema, there: Schema];

/** All places where two schemas ask for something different, found in the order of `here`. */
export function compareSchemas(here: Schema, there: Schema, where: string, around: Pair[] = []): Difference[] {
	if (around.some(([a, b]) => isSame(a, here) && isSame(b, there))) return [];
	const [a, b] = [shapeOf(here), shapeOf(there)];
	if (isDescribed(a) !== isDescribed(b)) return [{ where, here: describeSchema(here), there: describeSchema(there) }];
	const within: Pair[] = [...around, [here, there]];
	const deeper = (schema: Schema, other: Schema, place: string) => compareSchemas(schema, other, place, within);
	const own = [...compareTypes(a, b, where), ...compareValues(a, b, where)];
	if (!shareType(a, b)) return own;
	return [
		...own,
		...compareConstraints(a, b, where),
		...(bothAre('object', a, b) ? [...compareFields(a, b, where, deeper), ...compareOthers(a, b, where, deeper)] : []),
		...(bothAre('array', a, b) ? deeper(a.items, b.items, `${where}[]`) : []),
		...compareAlternatives(a, b, where, deeper),
	];
}

type Deeper = (here: Schema, there: Schema, where: string) => Difference[];

/** Whether a schema says more than "anything" or "an object"; the other side's fields then are one difference. */
function isDescribed({ types, values, properties, required, others, items, alternatives, constraints }: Shape): boolean {
	const named = properties.size + required.size + alternatives.length + constraints.size > 0;
	if (named || values || others === 'refused' || others.parts.length > 0 || items.parts.length > 0) return true;
	return types !== undefined && !types.has('object') && !types.has('array');
}

const typesOrAny = ({ types }: Shape) => types ?? new Set<string>();

function bothAre(type: string, a: Shape, b: Shape): boolean {
	return [a, b].every(({ types }) => types?.has(type) ?? true);
}

function shareType(a: Shape, b: Shape): boolean {
	return !a.types || !b.types || [...a.types].some((type) => type !== 'null' && b.types!.has(type)) || a.types.size + b.types.size === 2;
}

function compareTypes(a: Shape, b: Shape, where: string): Difference[] {
	const same = typesOrAny(a).size === typesOrAny(b).size && [...typesOrAny(a)].every((type) => typesOrAny(b).has(type));
	return same ? [] : [{ where, here: describeTypes(a), there: describeTypes(b) }];
}

function compareValues(a: Shape, b: Shape, where: string): Difference[] {
	const [here, there] = [describeValues(a), describeValues(b)];
	return here === there ? [] : [{ where, here, there }];
}

function compareConstraints(a: Shape, b: Shape, where: string): Difference[] {
	const names = new Set([...a.constraints.keys(), ...b.constraints.keys()]);
	return [...names].flatMap((name) => {
		const [here, there] = [a, b].map(({ constraints }) => (constraints.has(name) ? `${name} ${constraints.get(name)}` : `no ${name}`));
		return here === there ? [] : [{ where, here, there }];
	});
}

function compareFields(a: Shape, b: Shape, where: string, deeper: Deeper): Difference[] {
	const names = new Set([...a.properties.keys(), ...b.properties.keys(), ...a.required, ...b.required]);
	return [...names].flatMap((name) => {
		const place = where.includes(' › ') ? `${where}.${name}` : `${where} › ${name}`;
		const [here, there] = [a.properties.get(name), b.properties.get(name)];
		if (!here !== !there) return [{ where: place, here: described(a, name), there: described(b, name) }];
		const required =
			a.required.has(name) === b.required.has(name) ? [] : [{ where: place, here: requiredText(a, name), there: requiredText(b, name) }];
		return [...required, ...(here && there ? deeper(here, there, place) : [])];
	});
}

function described(shape: Shape, name: string): string | undefined {
	const schema = shape.properties.get(name);
	return schema && `${describeSchema(schema)}${shape.required.has(name) ? ', required' : ''}`;
}

const requiredText = ({ required }: Shape, name: string) => (required.has(name) ? 'required' : 'optional');

function compareOthers(a: Shape, b: Shape, where: string, deeper: Deeper): Difference[] {
	if (a.others !== 'refused' && b.others !== 'refused') return deeper(a.others, b.others, `${where} › any other field`);
	const [here, there] = [a, b].map(({ others }) => `other fields ${others === 'refused' ? 'refused' : 'allowed'}`);
	return here === there ? [] : [{ where, here, there }];
}

/** Forms may stand in any order: each is held against the one that it is most like. */
function compareAlternatives(a: Shape, b: Shape, where: string, deeper: Deeper): Difference[] {
	if (a.alternatives.length !== b.alternatives.length)
		return [{ where, here: describeForms(a.alternatives), there: describeForms(b.alternatives) }];
	const left = [...b.alternatives];
	return a.alternatives.flatMap((form) => {
		const found = left.map((other) => deeper(form, other, where));
		const best = found.reduce((least, each, index) => (each.length < found[least]!.length ? index : least), 0);
		left.splice(best, 1);
		return found[best]!;
	});
}
