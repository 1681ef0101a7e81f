import {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ICredentialTestFunction,
} from 'n8n-workflow';

import {
	n8nHttpClient,
	Authenticate,
	Credential,
	HttpContext,
	ApiError,
	createAuthenticate,
	createSend,
	DroppedError,
	InputError,
	isId,
	PageError,
	Priority,
	readCredential,
	Transport,
	currentUserIn,
} from '../../transport';
import { errorText } from './errorText';

/** Together less than a minute, because proxies then give up. */
const SLOT_WITHIN_MS = 25_000;
const ANSWER_WITHIN_MS = 20_000;

const ADDRESS =
	"Enter the address of the API as 'Base URL', such as https://api.example.com/v1, not that of the sign-in page.";
const NO_RECORD = `There is no helpdesk at this 'Base URL'. ${ADDRESS}`;
const NOBODY_SHOWN = "Connection successful. The response contains no user, so 'Me' may not work.";
const NO_HELPDESK = { why: "there is no helpdesk at this 'Base URL'", todo: ADDRESS };

/** The request names no record, so these statuses mean a wrong address. */
const TASK = {
	action: 'Test the credential',
	reasons: {
		...Object.fromEntries(
			[400, 404, 405, 406, 409, 410, 412, 413, 414, 415, 421, 422, 423].map((status) => [status, NO_HELPDESK]),
		),
		429: { why: 'too many requests from your address', todo: 'Wait a minute and retry.' },
	},
};

/** The test accepts any record, because its fields are unknown (contract, GET /me). It never throws. */
export function createCredentialTest(transport: Transport): ICredentialTestFunction {
	const authenticate = createAuthenticate(transport);
	return async function (this: ICredentialTestFunctions, { data = {} }) {
		try {
			const credential = readCredential(data);
			const client = olderHttpClient(this, data, credential, authenticate);
			const signal = AbortSignal.timeout(SLOT_WITHIN_MS);
			const send = createSend(transport, {
				client,
				credential,
				priority: Priority.interactive,
				signal,
				attempts: 1,
			});
			const { id } = currentUserIn((await send({ method: 'GET', path: '/me' })).body);
			return { status: 'OK', message: isId(id) ? 'Connection successful!' : NOBODY_SHOWN };
		} catch (error) {
			return { status: 'Error', message: failureMessage(error) };
		}
	};
}

/** Hides texts of unexpected errors, which may contain the token. */
function failureMessage(error: unknown) {
	if (error instanceof DroppedError)
		return 'Nothing was sent. Other workflows use the whole rate limit. Wait a minute and retry.';
	if (error instanceof PageError) return NO_RECORD;
	if (!(error instanceof ApiError) && !(error instanceof InputError))
		return 'The credential could not be tested. Retry, or see the log of n8n.';
	const { message, description } = error instanceof ApiError ? errorText(error, TASK) : error;
	return `${message}. ${description}`;
}

/** A credential test gets only n8n's older helper, whose errors contain the token. */
function olderHttpClient(
	{ helpers: { request } }: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	credential: Credential,
	authenticate: Authenticate,
) {
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		const { method, url, headers } = await authenticate(data, options);
		const answer = (await request({
			method,
			url,
			headers,
			timeout: ANSWER_WITHIN_MS,
			// This helper does not apply the setting itself.
			...(data.allowedHttpRequestDomains === 'domains' && { allowedDomains: data.allowedDomains }),
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as IN8nHttpFullResponse & { request?: unknown };
		const { statusCode, body = '' } = answer;
		// The helper returns this if the connection breaks during the answer.
		if (statusCode < 300 && answer.body === undefined && !answer.request)
			throw Object.assign(new Error('The answer broke off'), { code: 'ERR_BAD_RESPONSE' });
		return { ...answer, body };
	};
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as HttpContext;
	return n8nHttpClient(context, credential, { timeout: ANSWER_WITHIN_MS });
}
