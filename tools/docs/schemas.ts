import { recordOf } from '../../contract/endpoints';
import { recordSchema, type RecordSchema } from '../../contract/load';
import type { Form } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';
import type { Simple } from '../../nodes/shared/simplify';

/** Where n8n looks for the schemas of version 1 of the node, below dist/. */
const FOLDER = 'nodes/Helpdesk/__schema__/v1.0.0';

/** A JSON Schema in the form of n8n's own: one type each. */
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Returns the schemas from which the editor offers fields before an operation has run, by their path. The build writes them. */
export function outputSchemas(): Record<string, string> {
	const files = resources.flatMap((resource) =>
		resource.operations.map((operation) => {
			const schema = {
				type: 'object',
				properties: fieldsOf(operation.output.form, operation.operationId && recordOf[operation.operationId]),
				version: 1,
			};
			return [`${FOLDER}/${resource.value}/${operation.value}.json`, `${JSON.stringify(schema, undefined, '\t')}\n`] as const;
		}),
	);
	return Object.fromEntries(files);
}

/** The fields of an item with default settings: a field that only an option adds would be empty. */
function fieldsOf({ record: isRecord, simple, fields = {} }: Form, record?: string): Record<string, Schema> {
	const known = isRecord && record ? recordSchema(record).properties : {};
	const own = Object.entries(fields).map(([name, type]) => [name, { type }] as const);
	return { ...(simple ? simpleFields(known, simple) : shown(known)), ...Object.fromEntries(own) };
}

/** Fields that Simplify keeps and the contract shows, in the contract's order. */
function simpleFields(known: Record<string, RecordSchema>, simple: Simple): Record<string, Schema> {
	const found = Object.entries(simple).flatMap(([name, paths]) => {
		const [schema] = paths.flatMap((path) => schemaAt(known, path) ?? []);
		return schema ? [[name, shownAs(schema)] as const] : [];
	});
	return Object.fromEntries(found);
}

function schemaAt(known: Record<string, RecordSchema>, [name = '', ...within]: readonly string[]): RecordSchema | undefined {
	return within.length === 0 ? known[name] : schemaAt(known[name]?.properties ?? {}, within);
}

function shown(fields: Record<string, RecordSchema>): Record<string, Schema> {
	return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shownAs(schema)]));
}

/** A type that may be null is shown without null. */
function shownAs({ type, properties, items }: RecordSchema): Schema {
	const [named = 'object'] = [type].flat();
	return {
		type: named,
		...(named === 'object' && { properties: shown(properties) }),
		...(items && { items: shownAs(items) }),
	};
}
