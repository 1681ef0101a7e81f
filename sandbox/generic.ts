import { recordSchema, type ContractOperation } from '../contract/load';
import { single, type Call } from './call';
import type { ContractRoute } from './contractRoutes';
import { filterPage, listing, pageSize, simplePage } from './pages';

/** So many records a made-up list has: more than fit on a page of the usual size. */
const RECORDS = 45;

interface Schema {
	type?: string | string[];
	format?: string;
	example?: unknown;
	properties?: Record<string, Schema>;
	allOf?: Schema[];
	items?: Schema;
}

/**
 * The answer of an endpoint that nobody has simulated: nothing changes, and the form is the contract's. A list comes
 * in the pages that the contract shows, or in counting ones where it shows none and the endpoint takes a page, and holds
 * the records that the contract names for the endpoint.
 */
export function genericAnswer(route: ContractRoute, call: Call): unknown {
	const schema = successSchema(route);
	if (!schema.type && !schema.properties && !schema.allOf) return single(call, { ...record(1), message: 'Done.' });
	const { success, data, meta } = fieldsOf(schema);
	const { conversations } = fieldsOf(data);
	if (success && conversations) return { success: true, data: { conversations: listing(call, records(fieldsOf(conversations).data?.items)) } };
	if (data && meta) return page(call, meta, records(itemsOf(data)));
	if ([schema.type].flat().includes('array')) {
		const all = records(schema.items ?? namedRecord(route));
		return route.paged ? listing(call, all) : { data: all };
	}
	return made(schema);
}

function namedRecord({ operation }: ContractRoute): Schema | undefined {
	const name = (operation as Partial<ContractOperation>)['x-record'];
	return name === undefined ? undefined : recordSchema(name);
}

function successSchema({ operation, success }: ContractRoute): Schema {
	const answer = operation.responses?.[success] as { content?: Record<string, { schema?: Schema }> };
	return answer.content?.['application/json']?.schema ?? {};
}

function page(call: Call, meta: Schema, all: unknown[]) {
	const { page: number = 1, 'per-page': asked = 20 } = call.query as { page?: number; 'per-page'?: number };
	const request = { page: number, perPage: pageSize(asked, 'per-page', call.settings.world) };
	return ('last_page' in fieldsOf(meta) ? filterPage : simplePage)(call, all, request);
}

/** Different records of a schema, or such as every list may hold. */
function records(schema: Schema = {}): unknown[] {
	return Array.from({ length: RECORDS }, (_, index) => ({ ...(made(schema) as object), ...record(index + 1) }));
}

function record(number: number) {
	return { id: `example_${number}`, name: `Example ${number}` };
}

/** The properties of a schema, those of its parts too. */
function fieldsOf({ properties, allOf = [] }: Schema = {}): Record<string, Schema> {
	const all: Record<string, Schema> = {};
	for (const part of [...allOf.map(fieldsOf), properties ?? {}]) {
		for (const [name, field] of Object.entries(part)) all[name] = all[name] ? { allOf: [all[name], field] } : field;
	}
	return all;
}

/** What a list holds, where a part of the schema says it. */
function itemsOf({ items, allOf = [] }: Schema): Schema | undefined {
	return items ?? allOf.map(itemsOf).find((each) => each);
}

/** A value of a schema: its example, or the plainest that is valid. */
function made(schema: Schema): unknown {
	const { example, type, format, items } = schema;
	if (example !== undefined) return example;
	const types = [type].flat();
	if (types.includes('null')) return null;
	switch (types[0]) {
		case 'array':
			return items ? [made(items)] : [];
		case 'boolean':
			return false;
		case 'integer':
		case 'number':
			return 0;
		case 'string':
			return FORMATS[format ?? ''] ?? 'Example';
		default:
			return Object.fromEntries(Object.entries(fieldsOf(schema)).map(([name, field]) => [name, made(field)]));
	}
}

const FORMATS: Record<string, string> = {
	email: 'someone@example.com',
	'date-time': '2026-01-01T09:00:00Z',
	uri: 'https://example.com',
};
