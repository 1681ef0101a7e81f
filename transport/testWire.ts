import type { ICredentialDataDecryptedObject, ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Authenticate } from './authenticate';
import type { Credential } from './credential';
import { InputError } from './inputError';
import type { Wire } from './request';
import { n8nWire, type WireContext } from './wire';

/** n8n's older helper answers so; an empty answer has no body. */
interface OlderAnswer {
	statusCode: number;
	headers: Record<string, string>;
	body?: unknown;
	/** Missing where the helper turned a failure into an answer: one with another status than 2xx, or one that broke off. */
	request?: unknown;
}

/**
 * The wire for the test of a credential. To that, n8n hands its older request helper alone: it is told to follow no
 * redirect and to throw on no status. Whatever else it throws holds the token, and is read for its code only.
 *
 * @param data the credential as it was entered, with expressions resolved
 * @param timeout when it gives up, in ms
 */
export function testWire(
	{ helpers: { request } }: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	credential: Credential,
	authenticate: Authenticate,
	timeout: number,
): Wire {
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		const { method, url, headers } = await authenticate(data, options);
		const older = { json: true, simple: false, resolveWithFullResponse: true, followRedirect: false };
		const answer = (await request({ method, url, headers, timeout, allowedDomains: allowedDomains(data), ...older })) as OlderAnswer;
		if (isCut(answer)) throw Object.assign(new Error('The answer broke off'), { code: 'ERR_BAD_RESPONSE' });
		return { ...answer, body: answer.body === undefined ? '' : answer.body };
	};
	return n8nWire({ helpers: { httpRequestWithAuthentication } } as unknown as WireContext, credential, { timeout });
}

function isCut({ statusCode, body, request }: OlderAnswer): boolean {
	return statusCode >= 200 && statusCode <= 299 && body === undefined && request === undefined;
}

/** A newer n8n lets every credential have a list of domains, and holds the node's requests to it: the test shows it. */
function allowedDomains({ allowedHttpRequestDomains, allowedDomains }: ICredentialDataDecryptedObject): string | undefined {
	if (allowedHttpRequestDomains !== 'domains') return undefined;
	const domains = String(allowedDomains ?? '').trim();
	if (domains !== '') return domains;
	throw new InputError(
		"'Allowed Domains' of the Helpdesk credential is empty",
		"Enter the host of the 'Base URL' there, or choose All under 'Allowed HTTP Request Domains'. Nothing was sent.",
	);
}
