import { endpoints, Endpoint, OperationId } from '../../contract/endpoints';
import { ApiRequest } from '../../transport';
import { inWords, quoted } from './names';
import { pathSegment } from './path';

export type { Endpoint, OperationId };

interface Uses {
	operationId?: OperationId;
	alsoUses?: OperationId[];
}

export function endpointOf({ operationId }: Uses): Endpoint | undefined {
	return operationId && endpoints[operationId];
}

export function endpointsOf({ operationId, alsoUses = [] }: Uses): Endpoint[] {
	return operationId ? [operationId, ...alsoUses].map((id) => endpoints[id]) : [];
}

export function methodAndPath({ method, path }: Endpoint) {
	return `${method} ${path}`;
}

export function requestTo(
	operationId: OperationId,
	input: Record<string, unknown> = {},
	labelOf = labelled,
): ApiRequest {
	const { method, path, readOnly }: Endpoint = endpoints[operationId];
	return { method, path: filledPath(path, input, labelOf), ...(readOnly && method !== 'GET' && { readOnly }) };
}

export function filledPath(path: string, input: Record<string, unknown>, labelOf = labelled) {
	return path.replace(/\{(\w+)\}/g, (_, apiName: string) => {
		const name = camelCase(apiName);
		return pathSegment(input[name], labelOf(name));
	});
}

/** Returns the IDs in a path, by name. Returns none for a path that is not in the contract. */
export function namedBy({ method, path }: Pick<ApiRequest, 'method' | 'path'>): Record<string, string> {
	for (const endpoint of Object.values<Endpoint>(endpoints)) {
		const match =
			endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}/?$`).exec(path);
		if (match) return Object.fromEntries(namesInPath(endpoint).map((name, index) => [name, match[index + 1]!]));
	}
	return {};
}

export function namesInPath({ path }: Pick<Endpoint, 'path'>) {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, apiName]) => camelCase(apiName!));
}

function labelled(name: string) {
	return quoted(inWords(name.replace(/Id$/, '')));
}

function camelCase(name: string) {
	return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
