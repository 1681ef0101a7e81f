import type { FailureKind } from './request';

/** How a request failed before any answer. */
export type Failure =
	| { kind: 'noAnswer'; failure: FailureKind; code: string }
	/** n8n did not send it, and says why in words of its own: a domain that is not allowed, say. */
	| { kind: 'refused'; message: string; description?: string };

/** What n8n's helper (axios over Node's http) leaves on its errors, as far as it tells how far a request came. */
interface Trace {
	message?: unknown;
	description?: unknown;
	code?: unknown;
	syscall?: unknown;
	isAxiosError?: unknown;
	/** n8n's own errors have one. */
	level?: unknown;
	/** Set by axios once the request was made (axios documentation, Handling Errors). */
	request?: { socket?: Socket | null };
	/** n8n's older helper takes `request` away and leaves this. */
	options?: unknown;
	response?: unknown;
	cause?: unknown;
}

interface Socket {
	/** Of a TLS socket, true until handshake and certificate were accepted; Node holds all data back until then. */
	secureConnecting?: boolean;
	/** Bytes handed to the established connection. Public `bytesWritten` counts those that wait for it too. */
	_bytesDispatched?: number;
}

const CONNECTING = new Set<unknown>(['connect', 'getaddrinfo']);
const CERTIFICATE = /CERT|SIGNATURE|HOSTNAME|_CA$/;
const UNREACHED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
const NOT_TLS = /^(EPROTO$|ERR_SSL_|ERR_TLS_)/;
const LATE = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);
const UNREADABLE = /^(HPE_|Z_|ERR__|ERR_BAD_RESPONSE$|ERR_STREAM)/;

/**
 * Reads from what n8n's helper threw how far the request came: with an unknown outcome unless it is known that
 * nothing was sent. Gives texts and codes alone, because the error itself holds token and body.
 */
export function failureOf(error: unknown): Failure {
	const chain = tracesOf(error);
	const code = chain.map((trace) => trace.code).find((each): each is string => typeof each === 'string') ?? '';
	const unsent = unsentKind(chain, code);
	const refusal = chain.at(-1);
	const own = refusal?.level !== undefined && refusal.request === undefined && !isWrapper(refusal);
	if (own && (unsent || !chain.some(({ request, response }) => request ?? response))) {
		return { kind: 'refused', message: text(refusal.message), description: text(refusal.description) };
	}
	return { kind: 'noAnswer', failure: unsent ?? sentKind(chain, code), code: /^\w{1,60}$/.test(code) ? code : '' };
}

/** The errors from n8n's down to the first cause, however deep it was wrapped. */
function tracesOf(error: unknown): Trace[] {
	const traces: Trace[] = [];
	for (let at = error; typeof at === 'object' && at !== null && traces.length < 10; at = (at as Trace).cause) traces.push(at);
	return traces;
}

function unsentKind(chain: Trace[], code: string): FailureKind | undefined {
	if (chain.some(({ response }) => response)) return undefined;
	if (chain.some(({ syscall }) => CONNECTING.has(syscall))) return 'notReached';
	const request = chain.map((trace) => trace.request).find((each) => each && 'socket' in each);
	if (!request && chain.some(({ options }) => options)) return unsentByCode(code);
	if (!request) return chain.some(({ isAxiosError, request }) => isAxiosError && !request) ? 'notReached' : undefined;
	const { socket } = request;
	if (!socket || socket._bytesDispatched === 0) return 'notReached';
	if (socket.secureConnecting !== true) return undefined;
	return CERTIFICATE.test(code) ? 'notTrusted' : 'notSecured';
}

/** Where nothing but the failure's name is left: those that only a connection which is being made can have. */
function unsentByCode(code: string): FailureKind | undefined {
	if (UNREACHED.has(code)) return 'notReached';
	if (CERTIFICATE.test(code)) return 'notTrusted';
	return NOT_TLS.test(code) ? 'notSecured' : undefined;
}

function sentKind(chain: Trace[], code: string): FailureKind {
	if (LATE.has(code)) return 'timedOut';
	return UNREADABLE.test(code) || chain.some(({ response }) => response) ? 'unreadable' : 'broken';
}

/** n8n puts every failure into a NodeApiError; one that has no cause left tells nothing. */
function isWrapper(trace: Trace): boolean {
	return 'httpCode' in trace;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
