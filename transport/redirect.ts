import { Credential, installationOf, isSecure } from './credential';
import { InputError } from './errors';
import { isSignIn } from './outcomes';
import { ApiRequest, AttemptResult } from './request';

export const MAX_REDIRECTS = 5;

/** This machine, private networks and link-local addresses, in the spelling of URL. */
const PRIVATE_HOSTS = [
	/^(.*\.)?localhost\.?$/,
	/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+)+$/,
	/^\[(::|f[cd]|fe[89ab]|64:ff9b:)/,
];

const isPrivate = (host: string) => PRIVATE_HOSTS.some((form) => form.test(host));

/** Throws {InputError} if downloads from this address are not allowed. */
export function fileRequest(address: string, baseUrl: string): ApiRequest {
	if (URL.canParse(address) && mayFetch(new URL(address), baseUrl)) {
		const { href, pathname } = new URL(address);
		return { method: 'GET', path: pathname, download: true, redirectedTo: href };
	}
	throw new InputError(
		'This address is not a place for files of the helpdesk',
		'Nothing was sent. Use the address in the message, with https:// and not in a private network.',
	);
}

/** Returns the next request of a redirected download, or undefined. No other origin gets the token. */
export function redirected(request: ApiRequest, result: AttemptResult, { baseUrl }: Credential) {
	if (result.kind !== 'answer' || !request.download || request.method !== 'GET') return undefined;
	const { status, headers } = result.answer;
	const location = headers.location;
	const from = request.redirectedTo ?? baseUrl + request.path;
	if (status < 300 || status > 399 || !location || !URL.canParse(location, from) || isSignIn(location))
		return undefined;
	const target = new URL(location, from);
	return mayFetch(target, baseUrl) ? { ...request, redirectedTo: target.href } : undefined;
}

/** Allows a private network only if the helpdesk is in one itself. */
function mayFetch(address: URL, baseUrl: string) {
	return isSecure(address) && (!isPrivate(address.hostname) || isPrivate(new URL(baseUrl).hostname));
}

export function isOnApiHost({ redirectedTo }: ApiRequest, { origin }: Credential) {
	return redirectedTo === undefined || installationOf(redirectedTo) === installationOf(origin);
}
