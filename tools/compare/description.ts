import { parse } from 'yaml';

export type Json = Record<string, unknown>;

/** A file that cannot be compared. The message is one line for the person who chose it. */
export class UnreadableError extends Error {}

export function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const jsonAt = (value: unknown): Json => (isJson(value) ? value : {});
export const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Reads an OpenAPI 3 description, JSON or YAML.
 *
 * @throws {UnreadableError} for anything else
 */
export function parseDescription(text: string): Json {
	const root = parsed(text);
	const version = isJson(root) ? root.openapi : undefined;
	if (!isJson(root) || version === undefined) throw new UnreadableError('it is no OpenAPI description: it does not begin with "openapi"');
	if (!/^3\./.test(String(version))) throw new UnreadableError(`it is of OpenAPI ${String(version)}; 3.0 and 3.1 can be compared`);
	if (!isJson(root.paths)) throw new UnreadableError('it has no "paths"');
	return root;
}

function parsed(text: string): unknown {
	try {
		// Before YAML, whose parser refuses JSON that is indented with tabs.
		return JSON.parse(text);
	} catch {
		try {
			return parse(text, { maxAliasCount: -1, merge: true, logLevel: 'error' });
		} catch (error) {
			throw new UnreadableError(`it is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]!.replace(/:$/, '')}`);
		}
	}
}

/**
 * What a reference leads to; only one that stays in the description can be followed.
 *
 * @throws {UnreadableError} for one that leads out of it or nowhere
 */
export function target(root: Json, reference: string): unknown {
	if (!/^#(\/|$)/.test(reference)) {
		throw new UnreadableError(`it refers to "${reference}"; make one file of it first, for example with a bundler such as Redocly's`);
	}
	return reference
		.split('/')
		.slice(1)
		.reduce((at: unknown, step) => {
			const name = nameOf(step);
			if (typeof at === 'object' && at !== null && Object.hasOwn(at, name)) return (at as Json)[name];
			throw new UnreadableError(`it refers to "${reference}", which it does not have`);
		}, root);
}

/** One step of a reference as the name it stands for; as it is where it is not encoded well. */
function nameOf(step: string): string {
	try {
		return decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~');
	} catch {
		return step;
	}
}

/** The object at a place, references followed. Schemas are read by `schemaOf`, since theirs may have neighbours. */
export function follow(root: Json, node: unknown, passed: unknown[] = []): Json {
	if (!isJson(node) || typeof node.$ref !== 'string') return jsonAt(node);
	if (passed.includes(node)) throw new UnreadableError(`its reference "${node.$ref}" leads in a circle`);
	return follow(root, target(root, node.$ref), [...passed, node]);
}
