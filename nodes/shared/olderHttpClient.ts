import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { n8nHttpClient, Authenticate, Credential, HttpClient, HttpContext } from '../../transport';

/** The client for a credential's test, which has only n8n's older helper. Its errors contain the token. */
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
			// n8n ignores this setting in a test.
			...(data.allowedHttpRequestDomains === 'domains' && { allowedDomains: data.allowedDomains }),
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as IN8nHttpFullResponse & { request?: unknown };
		const { statusCode, body = '' } = answer;
		// The helper makes such an answer from a failure.
		if (statusCode < 300 && answer.body === undefined && !answer.request)
			throw Object.assign(new Error('The answer broke off'), { code: 'ERR_BAD_RESPONSE' });
		return { ...answer, body };
	};
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as HttpContext;
	return n8nHttpClient(context, credential, { timeout });
}
