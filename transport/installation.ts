import { isLoopback } from './credential';

/** Limits on top of the global one (contract, Limits: api.register and api.email_verification), in requests per minute. */
const STRICTER_LIMITS: ReadonlyArray<{ path: string; perMinute: number }> = [
	{ path: '/auth/registration', perMinute: 10 },
	{ path: '/auth/verification', perMinute: 5 },
];

/** How often a path is decoded at most: servers do it once, proxies before them once more. */
const MAX_DECODINGS = 3;

/**
 * Names the helpdesk behind an address, whatever its scheme, port or spelling: its limit counts the client's
 * IP address, not how it was called. On a loopback host every port is a helpdesk of its own: a tester's.
 *
 * @param address with scheme, host and port; what follows does not matter
 */
export function installationOf(address: string): string {
	const { protocol, hostname, port } = new URL(address);
	if (isLoopback(hostname)) return `loopback:${port || (protocol === 'https:' ? '443' : '80')}`;
	return hostname.replace(/\.$/, '');
}

/** The stricter limit of a path below the base URL, however it is spelt: a server decodes it before it looks. */
export function stricterLimitOf(path: string): { path: string; perMinute: number } | undefined {
	const served = `${asServed(path)}/`;
	return STRICTER_LIMITS.find((limit) => served.startsWith(`${limit.path}/`));
}

function asServed(path: string): string {
	let served = resolved(path);
	for (let count = 0; count < MAX_DECODINGS; count += 1) served = resolved(decoded(served));
	return served.toLowerCase();
}

/** Without query, empty and dot segments. */
function resolved(path: string): string {
	const segments = `/${path}`.replace(/[/\\]+/g, '/');
	return new URL(`http://host${segments}`).pathname;
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		// Not UTF-8: no name of a limited path.
		return path;
	}
}
