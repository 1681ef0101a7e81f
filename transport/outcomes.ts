import { isObject, saysFailure } from './answers/shape';
import { Answer, ApiRequest, FailureKind, AttemptResult } from './request';

export interface Outcome {
	/** Whether a write was applied. `no` is certain. */
	applied: 'yes' | 'no' | 'maybe';
	/** True if another attempt may help. A writing POST is repeated only if `applied` is `no`. */
	retried: boolean;
	/** The answer is a firewall's page or a redirect to sign in. `Task.reasons` do not apply. */
	isInFront?: true;
	/** Why the request failed, as the end of a sentence. `todo`: what to do next. */
	why: string;
	todo: string;
}

const NEW_TOKEN = 'Create a token in the helpdesk (Integrations, API Keys), and enter it in the Helpdesk credential.';
const LATER = 'Try again later.';
const CHECK_ADDRESS =
	"Nothing was sent. Check the 'Base URL' of the credential: spelling, https, and port. Then check n8n's " +
	'DNS, and any proxy in between.';
const CONNECTION = 'Check the connection from n8n to the helpdesk.';

function outcome(applied: Outcome['applied'], why: string, todo: string, retried = false): Outcome {
	return { applied, retried, why, todo };
}

/** The request was not applied: it was not sent, or refused (contract, Errors; RFC 9110). */
const refused = outcome.bind(undefined, 'no');
const open = outcome.bind(undefined, 'maybe');

export const DONE = outcome('yes', '', '');

/** Text in place of JSON comes from a proxy or a maintenance page (contract, Wire format). */
export const WEB_PAGE = open(
	'a web page came back instead of data',
	"Check the 'Base URL' and the access token of the credential, and any proxy in between.",
	true,
);

export const REFUSAL = open(
	'the helpdesk reported a success, but its response says the opposite',
	'Check the helpdesk, and try again later.',
);

/** Every error of the API is JSON (contract, Errors), so a page comes from a firewall. */
export const BLOCKED = {
	isInFront: true,
	why: 'a firewall in front of the helpdesk blocks the address of this n8n',
	todo:
		'Try again later. If it is not a maintenance page, ask the support of the helpdesk to allow the IP address ' +
		'of this n8n.',
} as const;

export const SIGN_IN = {
	isInFront: true,
	why: 'the helpdesk redirects to its sign-in page',
	todo: "Check the 'Base URL' and the access token of the credential, and that no proxy changes headers.",
} as const;

/** A request cannot be applied before the connection is established and, for https, secured. */
export const FAILURE_KINDS: Record<FailureKind, Outcome> = {
	unavailable: refused('the helpdesk is temporarily unavailable', 'Nothing was sent. Try again later.'),
	notReached: refused('the helpdesk could not be reached', CHECK_ADDRESS, true),
	notSecured: refused('no secure connection to the helpdesk could be made', CHECK_ADDRESS, true),
	notTrusted: refused(
		'the certificate of the helpdesk is not trusted',
		"Nothing was sent. Check the 'Base URL' of the credential. If it is right, the operator of n8n has " +
			'to add the certificate.',
	),
	broken: open('the connection broke before the response came', CONNECTION, true),
	timedOut: open('the response did not come in time', CONNECTION, true),
	unreadable: open(
		'the response of the helpdesk could not be read',
		`${CONNECTION} A proxy may have changed the response.`,
		true,
	),
};

const REDIRECTS = 'the helpdesk redirects to another address';
const REDIRECT_TODO = "Enter the final address as 'Base URL' of the credential: the token is sent nowhere else.";
const REDIRECTED_AS_IS = refused(REDIRECTS, REDIRECT_TODO);

const GATEWAY = refused(
	'a gateway between n8n and the helpdesk refused the request',
	"Check the 'Base URL' of the credential, and the proxy settings of n8n. If they are right, ask the " +
		'operator of the gateway.',
);

/** First the errors of the specification, then those of gateways. */
export const STATUSES: Readonly<Record<number, Outcome>> = {
	400: refused(
		'the helpdesk did not understand the request',
		"Check 'Advanced: Additional Body (JSON)', and field names that you changed: unknown fields are refused.",
	),
	401: refused('the access token is missing, expired or revoked, or your plan does not include the API', NEW_TOKEN),
	403: refused(
		'the access token is not allowed to do this',
		'Use a token that has the scope, of a teammate who can see the record.',
	),
	404: refused('not found', 'Check the ID: it does not exist, was deleted, or belongs to another organization.'),
	405: refused(
		'the helpdesk does not support this request',
		"Check 'Method' and 'Path' of an API Request, or the 'Base URL' of the credential.",
	),
	409: refused(
		"the record's current state does not allow this change",
		'Open the record in the helpdesk, and choose another value.',
	),
	412: refused('there is nothing to update', "Fill in at least one field under 'Update Fields'."),
	422: refused('the helpdesk refused a value', 'Correct the value and run the node again.'),
	429: refused(
		'too many requests, even after several waits',
		"Another program with the same IP address uses the limit. Lower 'Requests per Minute' in the Helpdesk " +
			'credential, or run later.',
		true,
	),
	500: open(
		'something went wrong inside the helpdesk',
		"Try again later. If it happens again, send the request ID to the helpdesk's support.",
		true,
	),
	502: open('the helpdesk could not be reached behind its gateway', LATER, true),
	503: open('the helpdesk is temporarily unavailable', LATER, true),
	504: open('the helpdesk took too long to respond', LATER, true),
	307: REDIRECTED_AS_IS,
	308: REDIRECTED_AS_IS,
	413: refused('the request is too large', 'Send less in one request.'),
	...Object.fromEntries(
		[407, 410, 411, 414, 415, 421, 423, 425, 426, 431, 451, 511].map((status) => [status, GATEWAY]),
	),
};

/** A refused registration (contract, Errors). */
export const NO_SIGN_UP: Outcome = { ...STATUSES[503]!, applied: 'no' };

export const REDIRECT = open(REDIRECTS, REDIRECT_TODO);
export const OTHER = open('the helpdesk responded with status', LATER);

function outcomeOfStatus(status: number): Outcome {
	return STATUSES[status] ?? (status >= 300 && status < 400 ? REDIRECT : { ...OTHER, why: `${OTHER.why} ${status}` });
}

const BLOCKING = [402, 403, 429, 503];

/** Returns whether a redirect leads to sign in: the answer to an invalid token if a proxy drops the Accept header. */
export function isSignIn(location: string) {
	return /\/(log|sign)[-_]?in\/?([?#]|$)/i.test(location);
}

/** Returns the outcome of a firewall's page or a redirect to sign in; undefined for another answer. */
function inFrontOf({ status, headers, body }: Answer): Outcome | undefined {
	const { location = '', 'content-type': type = '' } = headers;
	if (status >= 300 && status < 400)
		return isSignIn(location) ? { ...outcomeOfStatus(status), ...SIGN_IN } : undefined;
	const isPage = /html/i.test(type) || (typeof body === 'string' && body.trimStart().startsWith('<'));
	return isPage && BLOCKING.includes(status) ? { ...outcomeOfStatus(status), ...BLOCKED } : undefined;
}

/** Returns the outcome for retries, reports, error texts and docs/failures.md. */
export function outcomeOf({ download }: Pick<ApiRequest, 'download'>, result: AttemptResult): Outcome {
	if (result.kind === 'noAnswer') return FAILURE_KINDS[result.failure];
	const { status, body } = result.answer;
	if (status === 503 && isObject(body) && body.message === 'Registration Failed.') return NO_SIGN_UP;
	if (status < 200 || status > 299) return inFrontOf(result.answer) ?? outcomeOfStatus(status);
	if (isTruncated(result.answer)) return FAILURE_KINDS.unreadable;
	if (download !== true && isObject(body) && saysFailure(body) && !('id' in body) && !body.data) return REFUSAL;
	return download === true || typeof body !== 'string' || body === '' ? DONE : WEB_PAGE;
}

type Sent = Pick<ApiRequest, 'method' | 'readOnly'>;

/** Returns whether a request that is sent twice has the effect of one. A second POST may send a reply twice. */
export function isIdempotent(request: Sent) {
	return isReading(request) || ['PUT', 'PATCH', 'DELETE'].includes(request.method);
}

/** Returns whether a request certainly changes nothing (RFC 9110, 9.2.1). */
export function isReading({ method, readOnly }: Sent) {
	return ['GET', 'HEAD', 'OPTIONS'].includes(method) || readOnly === true;
}

/** Returns whether a failed request is sent again. The API has no idempotency keys (contract, Limits). */
export function isRetried({ retried, applied }: Outcome, request: Sent) {
	return retried && (applied === 'no' || isIdempotent(request));
}

/** Returns whether an answer is a 206 or too short. n8n's HTTP client misses a truncated compressed answer. */
function isTruncated({ status, headers, body }: Answer) {
	const announced = Number(headers['content-length'] ?? 0);
	return status === 206 || ((Buffer.isBuffer(body) || body === '') && announced > body.length);
}
