import type { IDataObject } from 'n8n-workflow';

import { endpointsOf } from '../../../../nodes/shared/endpoint';
import { outputSchemas } from '../../../../tools/docs/schemas';
import type { ShownError } from '../../../support/nodeRig';
import { operations } from '../../../support/operations';
import { samples } from '../../../support/samples';
import type { Story } from './inWorlds';
import { inWords, outcome, type Visit } from './visit';

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const schemas = outputSchemas();

/** Returns the fields that the editor offers for an operation. */
export const schemaOf = (key: string) =>
	JSON.parse(schemas[`nodes/Helpdesk/__schema__/v1.0.0/${key.replace('.', '/')}.json`]!) as Schema;

/** Fields that Simplify keeps although the contract does not show them. */
const NOT_SHOWN = ['created_at', 'tags'];

const tellOutput =
	(key: string): Story =>
	async (visit) => {
		const { form } = operations.find(([each]) => each === key)![1].output;
		const result = await outcome(visit.run(key, samples[key]!(visit.sandbox).parameters));
		if ('error' in result) return mayRefuse(visit, key, result.error);
		const schema = schemaOf(key);
		const isWhole = form.record !== true || form.simple !== undefined;
		for (const { json } of result.items) {
			holds(json, schema);
			const others = Object.keys(json).filter(
				(name) => !(name in schema.properties!) && !NOT_SHOWN.includes(name),
			);
			// If the answer has no record, the item has the ID and a message.
			if (isWhole && 'id' in schema.properties! && others.length > 0 && !('message' in json))
				throw new Error(`also ${others.join(', ')}`);
		}
		if (result.items.length === 0) throw new Error('no items');
	};

function mayRefuse({ world }: Visit, key: string, error: ShownError) {
	inWords(error);
	const provisional = endpointsOf(operations.find(([each]) => each === key)![1]).some(
		(endpoint) => endpoint.provisional,
	);
	if (provisional && world.provisionalEndpoints !== 'all') return;
	if (key === 'automation.delete' && error.httpCode === '403') return;
	if (world.statusTransitions === 'strict' && error.httpCode === '409') return;
	throw new Error(`refused: ${error.message} ${error.description}`);
}

/** Asserts that the item's fields have the schema's types. Null and missing fields are allowed. */
function holds(json: IDataObject, { properties = {} }: Schema, at = '') {
	for (const [name, schema] of Object.entries(properties)) {
		const value = json[name];
		if (value === undefined || value === null) continue;
		const type = Array.isArray(value) ? 'array' : typeof value;
		const wanted = schema.type === 'integer' ? 'number' : schema.type;
		if (type !== wanted) throw new Error(`${at}${name} is ${type}, and ${wanted} in the schema`);
		if (type === 'object') holds(value as IDataObject, schema, `${at}${name}.`);
	}
}

/** Stories of all operations: items have the fields that the editor offers, and with Simplify no others. */
export const outputStories: Record<string, Story> = Object.fromEntries(
	operations.map(([key]) => [key, tellOutput(key)]),
);
