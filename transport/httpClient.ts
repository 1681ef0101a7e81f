import { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse, JsonObject } from 'n8n-workflow';

import { onAbort } from './clock';
import { withSlot } from './authenticate';
import { Credential } from './credential';
import { failureOf } from './failureKind';
import { InputError } from './errors';
import { Answer, ApiRequest, AttemptResult, queryText, HttpClient } from './request';

export type HttpContext = Pick<IAllExecuteFunctions, 'helpers'>;

export type InheritedOptions = Partial<IHttpRequestOptions>;

/** n8n's default time-out. Request Options may set another. */
export const N8N_TIMEOUT_MS = 300_000;

/** n8n's helper never settles after some answers, such as 101. We give up this long after n8n's own time-out. */
const GRACE_MS = 1_000;

/** A download may take this many times the time-out. */
export const DOWNLOAD_TAKES = 5;

/** Creates a client on n8n's helper, so that its settings apply. It follows no redirect. */
export function n8nHttpClient(
	context: HttpContext,
	credential: Credential,
	inherited: InheritedOptions = {},
): HttpClient {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	return (request) => {
		const options = { ...inherited, ...optionsOf(request, credential.baseUrl) };
		const withToken = new URL(options.url).origin === credential.origin;
		const deadlineMs = (inherited.timeout ?? N8N_TIMEOUT_MS) * (request.download ? DOWNLOAD_TAKES : 1);
		return within(deadlineMs, async () => {
			const slot = { uses: 0 };
			try {
				const response = withToken
					? await httpRequestWithAuthentication.call(
							context as IAllExecuteFunctions,
							'helpdeskApi',
							withSlot(options, slot),
						)
					: await httpRequest(options);
				return { kind: 'answer', answer: answerOf(response as IN8nHttpFullResponse, credential) };
			} catch (error) {
				// n8n calls `authenticate` a second time only after a 401, and drops that answer.
				if (slot.uses > 1) return { kind: 'answer', answer: { status: 401, headers: {}, body: '' } };
				return resultOf(error);
			}
		});
	};
}

/** Gives up `GRACE_MS` after the time-out, so that n8n's own time-out comes first: its error shows more. */
function within(ms: number, attempt: () => Promise<AttemptResult>): Promise<AttemptResult> {
	return new Promise((resolve, reject) => {
		const giveUp = () => resolve({ kind: 'noAnswer', failure: 'timedOut', code: 'ETIMEDOUT' });
		let release = onAbort(
			AbortSignal.timeout(ms),
			() => (release = onAbort(AbortSignal.timeout(GRACE_MS), giveUp)),
		);
		attempt()
			.finally(() => release())
			.then(resolve, reject);
	});
}

function optionsOf(request: ApiRequest, baseUrl: string): IHttpRequestOptions {
	return {
		method: request.method,
		url: request.redirectedTo ?? baseUrl + request.path + queryText(request.query),
		...bodyOf(request),
		json: true,
		encoding: request.download ? 'arraybuffer' : undefined,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

/** Returns the body as text, because n8n drops an empty object or list, and fields named "constructor". */
function bodyOf({ body, download }: ApiRequest) {
	// No compression, because n8n's HTTP client does not notice a truncated compressed file.
	const headers = download ? { Accept: '*/*', 'Accept-Encoding': 'identity' } : { Accept: 'application/json' };
	return body === undefined
		? { headers }
		: { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
}

/** @throws {InputError} with n8n's words if n8n refused to send */
function resultOf(error: unknown) {
	if (error instanceof InputError) throw error;
	const failure = failureOf(error);
	if (failure.kind === 'noAnswer') return failure;
	const { message, description } = failure;
	throw new InputError(message, `${description} n8n refused to send this request: nothing was sent.`.trim());
}

function answerOf({ statusCode, headers, body }: IN8nHttpFullResponse, credential: Credential): Answer {
	const texts = Object.entries(headers as JsonObject).map(([name, value]) => [name.toLowerCase(), String(value)]);
	// The error of a refused download arrives as bytes.
	const read = Buffer.isBuffer(body) && statusCode > 299 ? jsonOf(body.toString()) : body;
	return {
		status: statusCode,
		headers: cleaned(Object.fromEntries(texts) as Answer['headers'], credential),
		body: cleaned(read, credential),
	};
}

/** Returns undefined for a text that is no JSON. */
export function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const CONTROL = /\\\\|\\u00[01][\da-f]|\\[bf]/g;

/** Removes the token, and replaces control characters. Files stay as they are. */
function cleaned<T>(part: T, { hideToken }: Credential) {
	if (part === undefined || Buffer.isBuffer(part)) return part;
	const json = JSON.stringify(part);
	const clean = hideToken(json).replace(CONTROL, (found) => (found === '\\\\' ? found : '\\ufffd'));
	return clean === json ? part : (JSON.parse(clean) as T);
}
