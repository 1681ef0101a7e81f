import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputError } from './inputError';
import { digestOf, formsOf, type TokenForm } from './withoutToken';

/** Contract, Limits, api.global: 300 requests per minute and client IP. */
export const MAX_REQUESTS_PER_MINUTE = 300;

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
	/** The token in the forms in which a helpdesk may repeat it, the longest first. */
	tokenForms: TokenForm[];
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
		requestsPerMinute: readLimit(data.requestsPerMinute ?? MAX_REQUESTS_PER_MINUTE, isLoopback(url.hostname)),
		readOnly: readSwitch(data.readOnly),
		name,
		account: digestOf(baseUrl, token),
		tokenForms: formsOf(token, baseUrl),
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
