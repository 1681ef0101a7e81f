import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, Operation } from 'openapi-backend';
import { parse } from 'yaml';

export const contractFile = join(__dirname, 'helpdesk.openapi.yaml');

/** An operation of the contract, with the extensions that the contract's header explains. */
export type ContractOperation = Operation & {
	operationId: string;
	'x-provenance': 'documented' | 'confirmed' | 'provisional';
	'x-pat-only'?: true;
	'x-read-only'?: true;
	/** A schema below `components`. */
	'x-record'?: string;
	'x-not-shown'?: string;
};

/** Reads the contract again for each call, so that a caller may change its copy. Does not resolve references. */
export function loadContract(): Document {
	return parse(readFileSync(contractFile, 'utf8')) as Document;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Returns every operation of the contract. */
export function contractOperations(): ContractOperation[] {
	return Object.values(loadContract().paths ?? {}).flatMap((item = {}) =>
		METHODS.flatMap((method) => (item[method] as ContractOperation) ?? []),
	);
}

/** The parts of a schema that records use. */
export interface RecordSchema {
	type?: string | string[];
	properties: Record<string, RecordSchema>;
	items?: RecordSchema;
}

let recordSchemas: Record<string, object> | undefined;

/** Returns the schema of a record below `components`, with resolved references. Throws {Error} if it does not exist. */
export function recordSchema(name: string): RecordSchema {
	recordSchemas ??= loadContract().components?.schemas ?? {};
	const schemas = recordSchemas;
	const followed = (schema: object & { $ref?: string }): object => {
		const { $ref, ...own } = schema;
		const found = $ref ? schemas[$ref.split('/').at(-1)!] : own;
		if (!found) throw new Error(`the contract has no ${$ref}`);
		return found as object;
	};
	const resolved = (schema: object): RecordSchema => {
		const {
			type,
			properties = {},
			items,
		} = followed(schema) as { type?: string; properties?: Record<string, object>; items?: object };
		const fields = Object.entries(properties).map(([field, each]) => [field, resolved(each)] as const);
		return { type, properties: Object.fromEntries(fields), ...(items && { items: resolved(items) }) };
	};
	return resolved({ $ref: name });
}
