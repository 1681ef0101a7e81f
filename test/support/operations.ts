import { endpointOf } from '../../nodes/shared/endpoint';
import type { Operation } from '../../nodes/Helpdesk/operation';
import { resources } from '../../nodes/Helpdesk/resources';

/** Every operation of the Helpdesk node, by "resource.operation" as tests name it. */
export const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => [`${resource.value}.${operation.value}`, operation] as const),
);

/** Operations with a fixed endpoint: all but API Request, where the user chooses it. */
export const withEndpoint = operations.flatMap(([key, operation]) => {
	const endpoint = endpointOf(operation);
	return endpoint ? [[key, operation, endpoint] as const] : [];
});

export function operationAt(key: string): Operation {
	const [, operation] = operations.find(([each]) => each === key) ?? [];
	if (!operation) throw new Error(`no operation ${key}`);
	return operation;
}
