import { endpoints, type Endpoint, type OperationId } from '../../contract/endpoints';
import { pathSegment, type ApiRequest } from '../../transport';
import { inWords, quoted } from './names';

/** Returns the endpoint of an operation; undefined where the user chooses method and path. */
export function endpointOf({ operationId }: { operationId?: OperationId }): Endpoint | undefined {
	return operationId && endpoints[operationId];
}

/** Returns all endpoints that an operation calls, its own first. */
export function endpointsOf({ operationId, alsoUses = [] }: { operationId?: OperationId; alsoUses?: OperationId[] }): Endpoint[] {
	return operationId ? [operationId, ...alsoUses].map((id) => endpoints[id]) : [];
}

/** Such as `GET /conversation/{conversation_id}`. */
export function methodAndPath({ method, path }: Endpoint): string {
	return `${method} ${path}`;
}

/**
 * Returns a request to an endpoint of the contract, without query and body.
 *
 * @param input the values in its path, by the camelCase name
 * @param labelOf the name of such a value in errors
 * @throws {InputError} for a value that is no path segment
 */
export function requestTo(operationId: OperationId, input: Record<string, unknown> = {}, labelOf = labelled): ApiRequest {
	const { method, path, readOnly }: Endpoint = endpoints[operationId];
	return { method, path: filledPath(path, input, labelOf), ...(readOnly && method !== 'GET' && { readOnly }) };
}

/** Fills the {names} of a path, as `requestTo` does. */
export function filledPath(path: string, input: Record<string, unknown>, labelOf = labelled): string {
	return path.replace(/\{(\w+)\}/g, (_, apiName: string) => {
		const name = camelCase(apiName);
		return pathSegment(input[name], labelOf(name));
	});
}

/** What the path of a request names, by the camelCase names of the contract; nothing where that does not have the request. */
export function namedBy({ method, path }: Pick<ApiRequest, 'method' | 'path'>): Record<string, string> {
	for (const endpoint of Object.values<Endpoint>(endpoints)) {
		const names = namesInPath(endpoint);
		const match = endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}/?$`).exec(path);
		if (match) return Object.fromEntries(names.map((name, index) => [name, match[index + 1]!]));
	}
	return {};
}

/** Returns the names in the endpoint's path, in camelCase. */
export function namesInPath({ path }: Pick<Endpoint, 'path'>): string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, apiName]) => camelCase(apiName!));
}

/** "'Conversation'" for conversationId. */
function labelled(name: string): string {
	return quoted(inWords(name.replace(/Id$/, '')));
}

function camelCase(name: string): string {
	return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
