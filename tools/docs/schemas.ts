import { recordOf } from '../../contract/endpoints';
import { recordSchema, type RecordSchema } from '../../contract/load';
import type { Form } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';
import type { Simple } from '../../nodes/shared/simplify';

/** The folder below dist/ in which n8n looks for schemas of the node's version 1. */
const FOLDER = 'nodes/Helpdesk/__schema__/v1.0.0';

/** A JSON Schema in n8n's form: one type each. */
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Returns schemas by path, from which the editor offers fields before an operation has run. The build writes them. */
export function outputSchemas(): Record<string, string> {
	const files = resources.flatMap((resource) =>
		resource.operations.map((operation) => {
			const schema = {
				type: 'object',
				properties: fieldsOf(operation.output.form, operation.operationId && recordOf[operation.operationId]),
				version: 1,
			};
			return [`${FOLDER}/${resource.value}/${operation.value}.json`, `${JSON.stringify(schema)}\n`] as const;
		}),
	);
	return Object.fromEntries(files);
}

/** Returns an item's fields with default settings. Omits fields that need an option, which would be empty. */
function fieldsOf({ record: isRecord, simple, fields = {} }: Form, record?: string): Record<string, Schema> {
	const known = isRecord && record ? recordSchema(record).properties : {};
	const own = Object.entries(fields).map(([name, type]) => [name, { type }] as const);
	return { ...(simple ? simpleFields(known, simple) : shown(known)), ...Object.fromEntries(own) };
}

/** Returns the fields that Simplify keeps and the contract shows, in the contract's order. */
function simpleFields(known: Record<string, RecordSchema>, simple: Simple): Record<string, Schema> {
	const found = Object.entries(simple).flatMap(([name, paths]) => {
		const [schema] = paths.flatMap((path) => schemaAt(known, path) ?? []);
		return schema ? [[name, shownAs(schema)] as const] : [];
	});
	return Object.fromEntries(found);
}

function schemaAt(
	known: Record<string, RecordSchema>,
	[name = '', ...within]: readonly string[],
): RecordSchema | undefined {
	return within.length === 0 ? known[name] : schemaAt(known[name]?.properties ?? {}, within);
}

function shown(fields: Record<string, RecordSchema>): Record<string, Schema> {
	return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shownAs(schema)]));
}

/** Returns a schema without null in its type. */
function shownAs({ type, properties, items }: RecordSchema): Schema {
	const [named = 'object'] = [type].flat();
	return {
		type: named,
		...(named === 'object' && { properties: shown(properties) }),
		...(items && { items: shownAs(items) }),
	};
}
