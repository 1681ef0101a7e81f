import { endpoints, type Endpoint, type OperationId } from '../../contract/endpoints';
import { pathSegment, type ApiRequest } from '../../transport';
import { quoted } from './names';

/** What the contract says of the endpoint of an operation; undefined where the user chooses method and path. */
export function endpointOf({ operationId }: { operationId?: OperationId }): Endpoint | undefined {
	return operationId && endpoints[operationId];
}

/** All endpoints that an operation calls, the first one being its own. */
export function endpointsOf({ operationId, alsoUses = [] }: { operationId?: OperationId; alsoUses?: OperationId[] }): Endpoint[] {
	return operationId ? [operationId, ...alsoUses].map((id) => endpoints[id]) : [];
}

/** Method and path as people write them, for example `GET /conversation/{conversation_id}`. */
export function methodAndPath({ method, path }: Endpoint): string {
	return `${method} ${path}`;
}

/**
 * A request to an endpoint of the contract, without query and body.
 *
 * @param input what its path takes, by the camelCase name
 * @param labelOf what a person calls the value of such a name; by default the name without its Id
 * @throws {InputError} for a value that is no path segment
 */
export function requestTo(operationId: OperationId, input: Record<string, unknown> = {}, labelOf = inWords): ApiRequest {
	const { method, path, readOnly }: Endpoint = endpoints[operationId];
	return { method, path: filledPath(path, input, labelOf), ...(readOnly && method !== 'GET' && { readOnly }) };
}

/** A path with its {names} filled in, as `requestTo` does. Throws {InputError} for a value that is no path segment. */
export function filledPath(path: string, input: Record<string, unknown>, labelOf = inWords): string {
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

/** The names of the input that the endpoint's path takes. */
export function namesInPath({ path }: Pick<Endpoint, 'path'>): string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, apiName]) => camelCase(apiName!));
}

/** "'Conversation'" for conversationId. */
function inWords(name: string): string {
	return quoted(`${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/Id$/, ''));
}

function camelCase(name: string): string {
	return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
