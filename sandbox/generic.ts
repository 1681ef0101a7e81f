import { recordSchema, type ContractOperation } from '../contract/load';
import { single, type Call } from './call';
import type { ContractRoute } from './contractRoutes';
import { askedPage, countingPage, filterPage, simplePage } from './pages';

/** Number of records in an invented list: more than one usual page. */
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
 * Returns the answer of an endpoint without a handler, in the form of the contract. Nothing changes. A list has the
 * pages of the contract, or counting pages if the endpoint takes a page, and the records that the contract names.
 */
export function genericAnswer(route: ContractRoute, call: Call): unknown {
	const schema = successSchema(route);
	if (!schema.type && !schema.properties && !schema.allOf)
		return single(call, { ...(made(namedRecord(route) ?? {}) as object), ...record(1), message: 'Done.' });
	const { success, data, meta } = fieldsOf(schema);
	const { conversations } = fieldsOf(data);
	if (success && conversations)
		return {
			success: true,
			data: { conversations: countingPage(call, records(fieldsOf(conversations).data?.items), askedPage(call)) },
		};
	if (data && meta)
		return ('last_page' in fieldsOf(meta) ? filterPage : simplePage)(call, records(itemsOf(data)), askedPage(call));
	if ([schema.type].flat().includes('array')) {
		const all = records(schema.items ?? namedRecord(route));
		return route.paged ? countingPage(call, all, askedPage(call)) : { data: all };
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

/** Returns distinct records of a schema, by default with an ID and a name. */
function records(schema: Schema = {}): unknown[] {
	return Array.from({ length: RECORDS }, (_, index) => ({ ...(made(schema) as object), ...record(index + 1) }));
}

const record = (number: number) => ({ id: `example_${number}`, name: `Example ${number}` });

/** Returns the properties of a schema and of its parts. */
function fieldsOf({ properties, allOf = [] }: Schema = {}): Record<string, Schema> {
	const all: Record<string, Schema> = {};
	for (const part of [...allOf.map(fieldsOf), properties ?? {}]) {
		for (const [name, field] of Object.entries(part)) all[name] = all[name] ? { allOf: [all[name], field] } : field;
	}
	return all;
}

/** Returns the schema of a list's entries, if a part of the list's schema has one. */
function itemsOf({ items, allOf = [] }: Schema): Schema | undefined {
	return items ?? allOf.map(itemsOf).find((each) => each);
}

/** The simplest value of each type, and of each format of text. */
const PLAIN: Record<string, unknown> = { boolean: false, integer: 0, number: 0, null: null };
const FORMATS: Record<string, string> = {
	email: 'someone@example.com',
	'date-time': '2026-01-01T09:00:00Z',
	uri: 'https://example.com',
};

/** Returns a value of a schema: its example, or the simplest valid value. */
function made(schema: Schema): unknown {
	const { example, type, format = '', items } = schema;
	if (example !== undefined) return example;
	const types = [type].flat();
	const name = types.includes('null') ? 'null' : (types[0] ?? 'object');
	if (name in PLAIN) return PLAIN[name];
	if (name === 'array') return items ? [made(items)] : [];
	if (name === 'string') return FORMATS[format] ?? 'Example';
	return Object.fromEntries(Object.entries(fieldsOf(schema)).map(([field, each]) => [field, made(each)]));
}
