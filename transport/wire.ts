import type {
	IAllExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	JsonObject,
} from 'n8n-workflow';

import { withPermit } from './authenticate';
import type { Credential } from './credential';
import { isLoopback } from './credential';
import type { Answer, ApiRequest, Outcome, Wire } from './request';

/** The part of n8n's node contexts that the wire needs; node, trigger and pickers all have it. */
export type WireContext = Pick<IAllExecuteFunctions, 'helpers'>;

/** What n8n itself adds to a request: proxy, timeout, certificate and domain settings. */
export type InheritedOptions = Partial<IHttpRequestOptions>;

/** Failures before a connection exists: the server cannot have seen the request. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * Sends through n8n's own helper, so that its proxy, certificate and allowed-domain settings hold.
 *
 * Redirects are never followed with the token: it belongs to the credential's host alone. A download
 * may follow one to another https host, without the token.
 */
export function n8nWire(context: WireContext, credential: Credential, inherited: InheritedOptions = {}): Wire {
	return async (request) => {
		const options: IHttpRequestOptions = {
			...inherited,
			method: request.method,
			url: credential.baseUrl + request.path,
			qs: request.query ?? {},
			body: request.body,
			headers: { Accept: request.download ? '*/*' : 'application/json' },
			json: true,
			encoding: request.download ? 'arraybuffer' : undefined,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		const send = context.helpers.httpRequestWithAuthentication;
		const outcome = await attempt(async () => await send.call(context as IAllExecuteFunctions, 'helpdeskApi', withPermit(options)));
		return request.download ? await followDownload(context, outcome, request, inherited) : outcome;
	};
}

async function attempt(send: () => Promise<IN8nHttpFullResponse>): Promise<Outcome> {
	return await send().then((response) => ({ kind: 'answer', answer: answerOf(response) }), failed);
}

function failed(error: unknown): Outcome {
	const code = networkCode(error);
	// Without a network code it is n8n that refused (a domain that is not allowed, say), in words of its own.
	if (code === undefined) throw error;
	return { kind: 'noAnswer', code, sent: !NEVER_SENT.has(code) };
}

async function followDownload(
	context: WireContext,
	outcome: Outcome,
	request: ApiRequest,
	inherited: InheritedOptions,
): Promise<Outcome> {
	if (outcome.kind !== 'answer' || request.method !== 'GET') return outcome;
	const target = redirectTarget(outcome.answer);
	if (!target) return outcome;
	return await attempt(
		async () =>
			await context.helpers.httpRequest({
				...inherited,
				url: target,
				encoding: 'arraybuffer',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			}),
	);
}

function redirectTarget({ status, headers }: Answer): string | undefined {
	const location = headers.location;
	if (status < 300 || status > 399 || !location || !URL.canParse(location)) return undefined;
	const { protocol, hostname } = new URL(location);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? location : undefined;
}

function answerOf({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	const lowerCase: Answer['headers'] = {};
	for (const [name, value] of Object.entries(headers as JsonObject)) {
		if (value !== undefined && value !== null) lowerCase[name.toLowerCase()] = String(value);
	}
	return { status: statusCode, headers: lowerCase, body };
}

/** The code of a broken connection, however deep n8n wrapped it. */
function networkCode(error: unknown): string | undefined {
	for (let at: unknown = error; at instanceof Error; at = at.cause) {
		const code = (at as { code?: unknown }).code;
		if (typeof code === 'string' && /^E[A-Z_]+$|CERT|TLS|SSL|SIGNATURE/.test(code)) return code;
	}
	return undefined;
}
