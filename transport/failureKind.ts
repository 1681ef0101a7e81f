import { FailureKind } from './request';

type Failure =
	| { kind: 'noAnswer'; failure: FailureKind; code: string }
	/** n8n did not send the request and gives a reason, such as a domain that is not allowed. */
	| { kind: 'refused'; message: string; description: string };

/** Fields of an error of n8n's helper (axios over Node's http) that show how far a request came. */
interface Trace {
	message?: unknown;
	description?: unknown;
	code?: unknown;
	syscall?: unknown;
	isAxiosError?: unknown;
	level?: unknown;
	/** Set by axios once the request was made (axios documentation, Handling Errors). */
	request?: { socket?: Socket | null };
	/** n8n's older helper removes `request` and keeps `options`. */
	options?: unknown;
	response?: unknown;
	cause?: unknown;
}

interface Socket {
	/** True until the TLS handshake is done and the certificate accepted. Node sends no data before that. */
	secureConnecting?: boolean;
	/** Bytes handed to the established connection. The public `bytesWritten` also counts queued bytes. */
	_bytesDispatched?: number;
}

const CONNECTING = new Set<unknown>(['connect', 'getaddrinfo']);
const CERTIFICATE = /CERT|SIGNATURE|HOSTNAME|_CA$/;
const UNREACHED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
const NOT_TLS = /^(EPROTO$|ERR_SSL_|ERR_TLS_)/;
const LATE = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);
const UNREADABLE = /^(HPE_|Z_|ERR__|ERR_BAD_RESPONSE$|ERR_STREAM)/;

/** Classifies an error by how far the request came. Keeps only texts and codes: the error contains token and body. */
export function failureOf(error: unknown): Failure {
	const chain = tracesOf(error);
	const code = chain.map((trace) => trace.code).find((each): each is string => typeof each === 'string') ?? '';
	const unsent = unsentKind(chain, code);
	const refusal = chain.at(-1);
	// n8n's own refusal, not a NodeApiError (with `httpCode`), which n8n wraps around every failure.
	const own = refusal?.level !== undefined && refusal.request === undefined && !('httpCode' in refusal);
	if (own && (unsent || !chain.some(({ request, response }) => request ?? response)))
		return { kind: 'refused', message: String(refusal.message), description: String(refusal.description ?? '') };
	return { kind: 'noAnswer', failure: unsent ?? sentKind(chain, code), code: /^\w{1,60}$/.test(code) ? code : '' };
}

function tracesOf(error: unknown) {
	const traces: Trace[] = [];
	for (let at = error; typeof at === 'object' && at !== null && traces.length < 10; at = (at as Trace).cause)
		traces.push(at);
	return traces;
}

function unsentKind(chain: Trace[], code: string) {
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

function unsentByCode(code: string) {
	if (UNREACHED.has(code)) return 'notReached';
	if (CERTIFICATE.test(code)) return 'notTrusted';
	return NOT_TLS.test(code) ? 'notSecured' : undefined;
}

function sentKind(chain: Trace[], code: string) {
	if (LATE.has(code)) return 'timedOut';
	return UNREADABLE.test(code) || chain.some(({ response }) => response) ? 'unreadable' : 'broken';
}
