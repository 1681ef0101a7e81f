import { createHash } from 'crypto';
import { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputError } from './errors';
import { tokenHider } from './redact';

/** Contract, Limits, api.global: 300 requests per minute and client IP. */
const MAX_REQUESTS_PER_MINUTE = 300;

export const DEFAULT_REQUESTS_PER_MINUTE = MAX_REQUESTS_PER_MINUTE - 1;

/** A checked credential. The token itself stays with n8n, which adds it in the credential's `authenticate`. */
export interface Credential {
	baseUrl: string;
	/** The token is sent nowhere else. */
	origin: string;
	/** 1 to 300; higher for a loopback host only. */
	requestsPerMinute: number;
	readOnly?: boolean;
	/** A ticket's address in the browser, with `{id}` for the conversation's ID. */
	ticketAddress?: string;
	name?: string;
	account: string;
	hideToken: (json: string) => string;
}

/** The hosts where http and a higher limit are allowed. */
function isLoopback(hostname: string) {
	return /^(localhost|127(\.\d{1,3}){3})\.?$|^\[::1\]$/.test(hostname);
}

export function isSecure({ protocol, hostname }: URL) {
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Throws {InputError} with the field to change. */
export function readCredential(data: ICredentialDataDecryptedObject, name?: string): Credential {
	const url = readBaseUrl(String(data.baseUrl).trim());
	const token = String(data.accessToken ?? '').trim();
	if (!/^[\x21-\x7e]+$/.test(token))
		throw new InputError(
			"'Access Token' of the credential is empty or not valid",
			'Create a token in the helpdesk (Integrations, API Keys), and paste it into the credential.',
		);
	const baseUrl = url.origin + url.pathname;
	return {
		baseUrl,
		origin: url.origin,
		requestsPerMinute: readLimit(data.requestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE, isLoopback(url.hostname)),
		readOnly: readSwitch(data.readOnly),
		ticketAddress: readTicketAddress(String(data.ticketAddress ?? '').trim()),
		name,
		account: createHash('sha256').update(`${baseUrl}\n${token}`).digest('base64'),
		hideToken: tokenHider(token),
	};
}

function readBaseUrl(text: string) {
	const example = 'Enter the address of the API, such as https://api.example.com/v1.';
	if (!URL.canParse(text)) throw new InputError("'Base URL' of the credential is not a web address", example);
	const url = new URL(text);
	if (!isSecure(url))
		throw new InputError(
			"'Base URL' of the credential must start with https://",
			`Only localhost may use http. ${example}`,
		);
	url.pathname = url.pathname.replace(/\/+$/, '');
	if (!url.pathname.endsWith('/v1')) throw new InputError("'Base URL' of the credential must end with /v1", example);
	if (url.username || url.password || url.search || url.hash)
		throw new InputError(
			"'Base URL' of the credential has more than an address",
			`Remove everything after /v1, and any user name or password. ${example}`,
		);
	return url;
}

function readTicketAddress(address: string) {
	if (address === '') return undefined;
	const isPattern = /^https?:\/\/[^/{}]+\/.*\{id\}/.test(address) && URL.canParse(address);
	if (isPattern && isSecure(new URL(address))) return address;
	throw new InputError(
		"'Ticket Address' of the credential is not the address of a ticket",
		"Copy a ticket's address from the browser, and write {id} in place of its ID: " +
			'https://app.example.com/conversations/{id}. Or leave it empty.',
	);
}

/** Off if never set. Any value but true and false is refused, because "off" allows writes. */
function readSwitch(value: unknown) {
	const isOn = value === true || value === 'true';
	if (isOn || value === undefined || value === false || value === 'false') return isOn;
	throw new InputError(
		"'Read Only' of the credential is neither on nor off",
		'Switch it on or off, or let its expression give true or false.',
	);
}

function readLimit(value: unknown, loopback: boolean) {
	const limit = Number(value);
	if (!Number.isInteger(limit) || limit < 1 || (limit > MAX_REQUESTS_PER_MINUTE && !loopback))
		throw new InputError(
			"'Requests per Minute' of the credential is out of range",
			`Enter a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}.`,
		);
	return limit;
}

/** Limits of paths, in requests per minute (contract, Limits: api.register and api.email_verification). */
const STRICTER_LIMITS = [
	{ path: '/auth/registration', perMinute: 10 },
	{ path: '/auth/verification', perMinute: 5 },
];

/** Returns the key of the helpdesk's limit: its host. On a loopback host, each port is its own helpdesk. */
export function installationOf(address: string) {
	const { protocol, hostname, port } = new URL(address);
	if (isLoopback(hostname)) return `loopback:${port || (protocol === 'https:' ? '443' : '80')}`;
	return hostname.replace(/\.$/, '');
}

/** Servers decode a path and ignore case before they route it. */
export function stricterLimitOf(path: string) {
	const served = `${decoded(path)}/`.replace(/\/{2,}/g, '/').toLowerCase();
	return STRICTER_LIMITS.find((limit) => served.startsWith(`${limit.path}/`));
}

function decoded(path: string) {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** The scheme of placeholder addresses in the node's description. `authenticate` refuses it. */
export const NODE_SCHEME = 'helpdesk-node:';
