import type { IDataObject } from 'n8n-workflow';

/** `={{ $json.name }}`, also nested: what dragging a field into a parameter writes. */
const PLAIN_PATH = /^=\{\{\s*\$json((?:\.[A-Za-z_][A-Za-z0-9_]*)+)\s*\}\}$/;

/**
 * Resolves a stored parameter whose expressions are all plain paths into the item; undefined for others. n8n takes about 0.6 ms for
 * each expression in its isolated VM.
 */
export function resolvePlainPaths(raw: unknown, json: IDataObject): { value: unknown } | undefined {
	if (typeof raw === 'string') return raw.startsWith('=') ? followed(raw, json) : { value: raw };
	if (typeof raw !== 'object' || raw === null) return { value: raw };
	const entries: Array<[string, unknown]> = [];
	for (const [name, entry] of Object.entries(raw)) {
		const resolved = resolvePlainPaths(entry, json);
		if (!resolved) return undefined;
		entries.push([name, resolved.value]);
	}
	// Also a name such as "__proto__" is one of its own then.
	return { value: Array.isArray(raw) ? entries.map(([, value]) => value) : Object.fromEntries(entries) };
}

function followed(expression: string, json: IDataObject): { value: unknown } | undefined {
	const path = PLAIN_PATH.exec(expression)?.[1];
	if (path === undefined) return undefined;
	let value: unknown = json;
	for (const name of path.slice(1).split('.')) {
		const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
		// A missing field, or one that every object has, is n8n's to judge.
		if (!isOwn) return undefined;
		value = (value as IDataObject)[name];
	}
	return { value };
}
