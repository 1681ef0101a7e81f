import type { World } from '../../contract/worlds';
import type { Answer } from '../answer';

/** What stands around the body of an answer as the world has it: Date, Retry-After, the request id, a code beside the message. */
export function dressed(world: World, answer: Answer, now: number): Answer {
	const headers = { ...answer.headers };
	if (world.dateHeader === 'present') headers.date = new Date(now).toUTCString();
	const seconds = Number(headers['retry-after']);
	if (world.retryAfter === 'date' && seconds >= 0) headers['retry-after'] = new Date(now + seconds * 1000).toUTCString();
	const isError = answer.status >= 400 && typeof answer.body === 'object';
	return { ...answer, headers, body: isError ? error(world, answer.status, answer.body as ErrorBody, headers) : answer.body };
}

type ErrorBody = Record<string, unknown>;

function error(world: World, status: number, body: ErrorBody, headers: Record<string, string>): ErrorBody {
	const { request_id: requestId, ...shown } = body;
	if (world.errorCodes === 'present') shown.code = codes[status] ?? 'ERROR_UNKNOWN';
	if (requestId === undefined) return shown;
	const place = world.requestIdPlace;
	if (place !== 'header' && place !== 'headerAndBody') delete headers['x-request-id'];
	if (place === 'body' || place === 'headerAndBody') shown.request_id = requestId;
	if (place === 'nested') shown.error = { request_id: requestId };
	return shown;
}

/** In the style of those that the specification shows for the auth endpoints. */
const codes: Record<number, string> = {
	400: 'ERROR_BAD_REQUEST',
	401: 'ERROR_UNAUTHENTICATED',
	403: 'ERROR_FORBIDDEN',
	404: 'ERROR_NOT_FOUND',
	405: 'ERROR_METHOD_NOT_ALLOWED',
	409: 'ERROR_CONFLICT',
	412: 'ERROR_NOTHING_TO_UPDATE',
	422: 'ERROR_VALIDATION',
	429: 'ERROR_TOO_MANY_ATTEMPTS',
	500: 'ERROR_SERVER',
	503: 'ERROR_UNAVAILABLE',
};
