import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { COLLECTIONS, type Field, type Input, type Operation, type ReadContext } from '../operation';

/** The part of n8n's context that parameters are read from. */
export type ParameterSource = Pick<IExecuteSingleFunctions, 'getNodeParameter' | 'getTimezone'>;

/**
 * Reads every field of an operation for one item, each parameter once: resolving one costs n8n up to a
 * millisecond. Fields that the editor hides keep their old value there, so they are passed over.
 *
 * @throws {InputError} for the first field that cannot be sent
 */
export function readInput(source: ParameterSource, operation: Operation, now: number): Input {
	const input: Input = {};
	const context = { timezone: source.getTimezone(), now };
	for (const field of operation.fields ?? []) {
		if (!isShown(field, input)) continue;
		const { name, type } = field.property;
		const value = source.getNodeParameter(name, null, { extractValue: type === 'resourceLocator' });
		input[name] = readField(field, value, context);
	}
	for (const collection of COLLECTIONS) {
		if (!operation[collection]) continue;
		const values = source.getNodeParameter(collection, {}) as Record<string, unknown>;
		for (const field of operation[collection]) {
			const { name } = field.property;
			if (values[name] !== undefined) input[name] = readField(field, values[name], context);
		}
	}
	return input;
}

function readField(field: Field, value: unknown, context: Omit<ReadContext, 'label'>): unknown {
	return field.read(value ?? undefined, { ...context, label: field.property.displayName });
}

function isShown({ property }: Field, input: Input): boolean {
	const conditions = Object.entries(property.displayOptions?.show ?? {});
	return conditions.every(([name, values]) => (values as unknown[]).includes(input[name]));
}
