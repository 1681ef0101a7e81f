import { isLoopback, type Credential } from './credential';
import { installationOf } from './installation';
import type { ApiRequest, AttemptOutcome } from './request';

/** So many redirects of one download are followed; more are a loop. */
export const MAX_REDIRECTS = 5;

/**
 * The request that a redirected download goes on with; undefined where none is to be followed. Everything
 * else stays where it is, since the token belongs to the credential's host.
 */
export function redirected(request: ApiRequest, outcome: AttemptOutcome, { baseUrl }: Credential): ApiRequest | undefined {
	if (outcome.kind !== 'answer' || !request.download || request.method !== 'GET') return undefined;
	const { status, headers } = outcome.answer;
	const location = headers.location;
	const from = request.redirectedTo ?? baseUrl + request.path;
	if (status < 300 || status > 399 || !location || !URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	const isSafe = target.protocol === 'https:' || (target.protocol === 'http:' && isLoopback(target.hostname));
	return isSafe ? { ...request, redirectedTo: target.href } : undefined;
}

/** Whether a request goes to the helpdesk itself, whose limit counts it: whatever shares its queue does. */
export function isOnApiHost({ redirectedTo }: ApiRequest, { origin }: Credential): boolean {
	return redirectedTo === undefined || installationOf(redirectedTo) === installationOf(origin);
}
