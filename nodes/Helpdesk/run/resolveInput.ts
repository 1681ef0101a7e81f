import { ApiError } from '../../../transport';
import type { Lookup } from '../lookup/lookup';
import type { Input, Operation } from '../operation';
import { fieldsOf } from './buildRequest';

/** Replaces what only the helpdesk can tell, such as the ID of a tag given by name. Rejects as the look-up does. */
export async function resolveInput(operation: Operation, input: Input, lookup: Lookup): Promise<void> {
	for (const { property, resolve } of fieldsOf(operation)) {
		if (!resolve || input[property.name] === undefined) continue;
		input[property.name] = await resolve(input[property.name], input, lookup).catch((error: unknown) => {
			if (error instanceof ApiError) error.task = { action: `Look up ${property.displayName}` };
			throw error;
		});
	}
}
