import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse, JsonObject } from 'n8n-workflow';

import { onAbort } from './abort';
import { withPermit, type Permit } from './authenticate';
import type { Credential } from './credential';
import { failureOf } from './endings';
import { InputError } from './inputError';
import { queryText } from './query';
import type { Answer, ApiRequest, AttemptOutcome, Wire } from './request';

/** The part of n8n's node contexts that the wire needs; node, trigger and pickers all have it. */
export type WireContext = Pick<IAllExecuteFunctions, 'helpers'>;

/** What n8n itself adds to a request: proxy, timeout, certificate and domain settings. */
export type InheritedOptions = Partial<IHttpRequestOptions>;

/** When n8n's HTTP client gives up by itself, in ms, unless Request Options say otherwise. */
const N8N_TIMEOUT_MS = 300_000;

/** It never ends after some answers ("101 Switching Protocols", say): so much later, in ms, it is not waited for any more. */
const GRACE_MS = 1_000;

/** A file may take longer than any other answer as long as it comes: so many times as long. */
const DOWNLOAD_TAKES = 5;

/**
 * Sends through n8n's own helper, so that its proxy, certificate and allowed-domain settings hold.
 *
 * Follows no redirect. The token goes to the credential's own origin alone, also where a download was
 * redirected.
 */
export function n8nWire(context: WireContext, credential: Credential, inherited: InheritedOptions = {}): Wire {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	return async (request) => {
		const options = { ...inherited, ...optionsOf(request, credential.baseUrl) };
		const withToken = new URL(options.url).origin === credential.origin;
		const deadlineMs = (inherited.timeout ?? N8N_TIMEOUT_MS) * (request.download ? DOWNLOAD_TAKES : 1);
		return await within(deadlineMs, async () => {
			const permit: Permit = {};
			try {
				const response = withToken
					? await httpRequestWithAuthentication.call(context as IAllExecuteFunctions, 'helpdeskApi', withPermit(options, permit))
					: await httpRequest(options);
				return { kind: 'answer', answer: answerOf(response as IN8nHttpFullResponse) };
			} catch (error) {
				// n8n comes again after a 401 alone; what else it said is lost.
				if (permit.isRefused) return { kind: 'answer', answer: { status: 401, headers: {}, body: '' } };
				return outcomeOf(error);
			}
		});
	};
}

/**
 * What the attempt gives, or a time-out when the time in ms is over and nothing came. The grace begins when that is
 * seen: after a machine slept everything is due at once, and n8n's own end says more than this one.
 */
async function within(ms: number, attempt: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
	return await new Promise((resolve, reject) => {
		const giveUp = () => resolve({ kind: 'noAnswer', ending: 'timedOut', code: 'ETIMEDOUT' });
		let release = onAbort(AbortSignal.timeout(ms), () => (release = onAbort(AbortSignal.timeout(GRACE_MS), giveUp)));
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

/** As text: n8n leaves out an empty object or list, and its HTTP client fields with names such as "constructor". */
function bodyOf({ body, encoded, download }: ApiRequest): Pick<IHttpRequestOptions, 'body' | 'headers'> {
	// A compressed file that is cut off looks whole after n8n's HTTP client has unpacked it; JSON does not.
	const headers = download ? { Accept: '*/*', 'Accept-Encoding': 'identity' } : { Accept: 'application/json' };
	if (encoded) return { body: encoded.bytes, headers: { ...headers, 'Content-Type': encoded.type } };
	return body === undefined ? { headers } : { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
}

/** @throws {InputError} in n8n's words where it refused to send */
function outcomeOf(error: unknown): AttemptOutcome {
	if (error instanceof InputError) throw error;
	const failure = failureOf(error);
	if (failure.kind === 'noAnswer') return failure;
	const description = [failure.description, 'n8n refused to send this request: nothing was sent.'].filter(Boolean).join(' ');
	throw new InputError(failure.message, description);
}

function answerOf({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	const lowerCase: Answer['headers'] = {};
	for (const [name, value] of Object.entries(headers as JsonObject)) {
		if (value !== undefined && value !== null) lowerCase[name.toLowerCase()] = String(value);
	}
	return { status: statusCode, headers: lowerCase, body };
}
