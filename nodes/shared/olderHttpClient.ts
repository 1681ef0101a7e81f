import type { ICredentialDataDecryptedObject, ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	InputError,
	n8nHttpClient,
	type Authenticate,
	type Credential,
	type HttpClient,
	type HttpContext,
} from '../../transport';

interface OlderAnswer {
	statusCode: number;
	headers: Record<string, string>;
	body?: unknown;
	/** Missing if the helper made the answer from a failure: a status other than 2xx, or a truncated answer. */
	request?: unknown;
}

/**
 * Creates the client for a credential's test, which has only n8n's older helper. The helper's errors contain the token.
 */
export function olderHttpClient(
	{ helpers: { request } }: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	credential: Credential,
	authenticate: Authenticate,
	timeout: number,
): HttpClient {
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		const { method, url, headers } = await authenticate(data, options);
		const answer = (await request({
			method,
			url,
			headers,
			timeout,
			allowedDomains: allowedDomains(data),
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as OlderAnswer;
		const { statusCode, body = '', request: sent } = answer;
		const isSuccess = statusCode >= 200 && statusCode <= 299;
		if (isSuccess && answer.body === undefined && sent === undefined)
			throw Object.assign(new Error('The answer broke off'), { code: 'ERR_BAD_RESPONSE' });
		return { ...answer, body };
	};
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as HttpContext;
	return n8nHttpClient(context, credential, { timeout });
}

/** Returns the credential's allowed domains, which n8n ignores in a test. */
function allowedDomains(data: ICredentialDataDecryptedObject): string | undefined {
	if (data.allowedHttpRequestDomains !== 'domains') return undefined;
	const domains = String(data.allowedDomains ?? '').trim();
	if (domains !== '') return domains;
	throw new InputError(
		"'Allowed Domains' of the Helpdesk credential is empty",
		"Enter the host of the 'Base URL' there, or choose All under 'Allowed HTTP Request Domains'. Nothing was sent.",
	);
}
