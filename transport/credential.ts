import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputError } from './errors';
import { tokenFinder, tokenHider } from './redact';

/** Contract, Limits, api.global: 300 requests per minute and client IP. */
export const MAX_REQUESTS_PER_MINUTE = 300;

/** Stays under the limit: a user who wants all of it enters 300. */
export const DEFAULT_REQUESTS_PER_MINUTE = MAX_REQUESTS_PER_MINUTE - 1;

/** A checked credential. The token itself stays with n8n, which adds it in the credential's `authenticate`. */
export interface Credential {
	/** Includes `/v1`, has no trailing slash. */
	baseUrl: string;
	/** Scheme, host and port: the token is sent nowhere else. */
	origin: string;
	/** 1 to 300; more only for a loopback host. */
	requestsPerMinute: number;
	/** Nothing that writes is sent with it. */
	readOnly?: boolean;
	/** What the user calls it, where that is known. */
	name?: string;
	/** A digest of address and token: tells two accounts apart without telling the token. */
	account: string;
	/** Whether a text repeats the token, in whichever form. */
	holdsToken: (text: string) => boolean;
	/** Takes the token out of JSON. */
	hideToken: (json: string) => string;
}

/** True for localhost, 127.0.0.0/8 and ::1: the hosts where http and a higher limit are allowed. */
export function isLoopback(hostname: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3})\.?$|^\[::1\]$/.test(hostname);
}

/**
 * Checks what the user entered in the credential.
 *
 * @param name what the user calls it
 * @throws {InputError} saying which field to change and to what
 */
export function readCredential(data: ICredentialDataDecryptedObject, name?: string): Credential {
	const url = readBaseUrl(String(data.baseUrl));
	const token = String(data.accessToken ?? '').trim();
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new InputError(
			"'Access Token' of the Helpdesk credential is empty or not valid",
			'Create a token in the helpdesk under Integrations, then API Keys, and paste it into the credential without spaces or line breaks.',
		);
	}
	const baseUrl = url.origin + url.pathname;
	return {
		baseUrl,
		origin: url.origin,
		requestsPerMinute: readLimit(data.requestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE, isLoopback(url.hostname)),
		readOnly: readSwitch(data.readOnly),
		name,
		account: createHash('sha256').update(`${baseUrl}\n${token}`).digest('base64'),
		holdsToken: tokenFinder(token),
		hideToken: tokenHider(token),
	};
}

function readBaseUrl(text: string): URL {
	const example = 'Open the Helpdesk credential and enter the address of the API, for example https://api.example.com/v1.';
	if (!URL.canParse(text.trim())) {
		throw new InputError("'Base URL' of the Helpdesk credential is not a web address", example);
	}
	const url = new URL(text.trim());
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
		throw new InputError(
			"'Base URL' of the Helpdesk credential must start with https://",
			`The access token would travel unencrypted. Only localhost may use http. ${example}`,
		);
	}
	url.pathname = url.pathname.replace(/\/+$/, '');
	if (!url.pathname.endsWith('/v1')) {
		throw new InputError(
			"'Base URL' of the Helpdesk credential must end with /v1",
			`Without the version every request would be answered with a misleading "not found". ${example}`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			"'Base URL' of the Helpdesk credential has more than an address",
			`Remove everything behind /v1 and any user name or password. ${example}`,
		);
	}
	return url;
}

/** Off where it was never set; anything but on and off is refused, since taking it for off would write. */
function readSwitch(value: unknown): boolean {
	const isOn = value === true || value === 'true';
	if (isOn || value === undefined || value === false || value === 'false') return isOn;
	throw new InputError(
		"'Read Only' of the Helpdesk credential is neither on nor off",
		'Switch it on or off. If it comes from an expression, check that it gives true or false.',
	);
}

function readLimit(value: unknown, loopback: boolean): number {
	const limit = Number(value);
	if (!Number.isInteger(limit) || limit < 1 || (limit > MAX_REQUESTS_PER_MINUTE && !loopback)) {
		throw new InputError(
			"'Requests per Minute' of the Helpdesk credential is out of range",
			`Enter a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}, the most that the helpdesk allows for one address.`,
		);
	}
	return limit;
}

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

/**
 * Begins the addresses in the node's description, which only the node itself can fill in: `authenticate` refuses
 * them, and there is no such protocol.
 */
export const NODE_SCHEME = 'helpdesk-node:';
