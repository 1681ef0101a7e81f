import type { Answer, ApiRequest, Ending, AttemptOutcome } from './request';

/** What a request does when it is sent twice: nothing, nothing more, or a second time. */
export type Kind = 'reading' | 'idempotent' | 'once';

/** What one way for an attempt to end means. */
export interface Fate {
	/** For the documentation: what came back, or did not. */
	what: string;
	/** Whether the server has done what a write asked for. `no` only where that is known. */
	applied: 'yes' | 'no' | 'maybe';
	/** Worth another attempt; a POST that writes only where nothing can have been applied. */
	retried: boolean;
	/** For the user: why it failed, as the end of a sentence, and what to do next. */
	why: string;
	todo: string;
}

const NEW_TOKEN = 'Create a token in the helpdesk under Integrations, then API Keys, and enter it in the Helpdesk credential.';
const LATER = 'Try again later.';
const NO_SUCH_HOST =
	"No host of this name is found: check the spelling of the 'Base URL' in the Helpdesk credential, and whether n8n can look names up. Nothing was sent.";
const NO_HTTPS =
	"Host and port of the 'Base URL' in the Helpdesk credential do not speak https with n8n: check both (most addresses have no number behind a colon), and whether a proxy stands in between. Nothing was sent.";
const CONNECTION = 'Check the connection between n8n and the helpdesk.';

/** A success, which ends a request for good. */
export const DONE: Fate = { what: 'A success (2xx, not 206)', applied: 'yes', retried: false, why: '', todo: '' };

/** Text where JSON was asked for is a proxy's or a maintenance page (contract, Wire format). */
export const WEB_PAGE: Fate = {
	what: 'A success (2xx) with text instead of JSON',
	applied: 'maybe',
	retried: true,
	why: 'a web page came back instead of data',
	todo: "Check the 'Base URL' of the Helpdesk credential, and whether a proxy or a sign-in page stands in between.",
};

/**
 * How an attempt can end without an answer. Before the request was handed to an established connection,
 * for https a secured one, nothing can have been applied; from then on everything can.
 */
export const ENDINGS: Record<Ending, Fate> = {
	notReached: {
		what: 'No connection was made: refused, no such host, no route, time-out while connecting',
		applied: 'no',
		retried: true,
		why: 'the helpdesk could not be reached',
		todo: "Check the 'Base URL' of the Helpdesk credential, and the connection of n8n to it. Nothing was sent.",
	},
	notSecured: {
		what: 'The connection broke or was refused before it was secured (TLS)',
		applied: 'no',
		retried: true,
		why: 'no secure connection to the helpdesk could be made',
		todo: "Check host and port of the 'Base URL' in the Helpdesk credential, and whether a proxy stands in between. Nothing was sent.",
	},
	notTrusted: {
		what: 'The certificate of the server is not trusted',
		applied: 'no',
		retried: false,
		why: 'the certificate of the helpdesk is not trusted',
		todo: "Check the 'Base URL' of the Helpdesk credential. Where it is right, whoever runs n8n has to make the certificate known to it. Nothing was sent.",
	},
	broken: {
		what: 'The connection broke after the request was handed to it',
		applied: 'maybe',
		retried: true,
		why: 'the connection broke before the answer came',
		todo: CONNECTION,
	},
	timedOut: {
		what: 'No answer came in time',
		applied: 'maybe',
		retried: true,
		why: 'the answer did not come in time',
		todo: CONNECTION,
	},
	unreadable: {
		what: 'The answer broke off or cannot be read: malformed, wrongly compressed, too long',
		applied: 'maybe',
		retried: true,
		why: 'the answer of the helpdesk could not be read',
		todo: `${CONNECTION} A proxy in between may have garbled the answer.`,
	},
};

/** What Node's name of the failure tells beyond how far the request came: what to look at first. */
export const LOOK_FIRST: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		"Nothing takes a connection at this host and port: check the 'Base URL' of the Helpdesk credential, above all the number behind its colon (most addresses have none), and whether a proxy stands in between. Nothing was sent.",
	ENOTFOUND: NO_SUCH_HOST,
	EAI_AGAIN: NO_SUCH_HOST,
	EPROTO: NO_HTTPS,
	ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
	ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_HTTPS,
};

/** The server refused the request: it says so before it does anything (contract, Errors; RFC 9110). */
const refused = (what: string, why: string, todo: string): Fate => ({ what, applied: 'no', retried: false, why, todo });
/** It may have been done before this was said. */
const open = (what: string, why: string, todo: string, retried = false): Fate => ({ what, applied: 'maybe', retried, why, todo });

const REDIRECTS = 'the helpdesk redirects to another address';
const REDIRECT_TODO = "The access token is only sent to the address of the credential. Enter the final address as its 'Base URL'.";
const REDIRECTED_AS_IS = refused('Redirect of the request as it is', REDIRECTS, REDIRECT_TODO);

/** By status; the specification's table of errors first, then what a gateway in between may answer. */
export const STATUSES: Readonly<Record<number, Fate>> = {
	400: refused(
		'Bad request',
		'the helpdesk did not understand the request',
		"The API refuses fields that it does not know: check 'Advanced: Additional Body (JSON)' and any field name changed in this node.",
	),
	401: refused('Unauthenticated', 'the access token is missing, expired or revoked', NEW_TOKEN),
	402: open('Payment required', 'the helpdesk asks for a payment first', 'Ask whoever looks after the subscription of your helpdesk.'),
	403: refused(
		'Forbidden',
		'the access token is not allowed to do this',
		'The token may lack the scope for this operation, or its owner cannot see this record in the helpdesk: use a token with that scope, of a user who can.',
	),
	404: refused(
		'Not found',
		'not found',
		'Check the ID: it does not exist, was deleted, or belongs to another organization (the API does not say which).',
	),
	405: refused(
		'Method not allowed',
		'the helpdesk does not offer this method at this address',
		"In an API Request choose another 'Method' or 'Path'; otherwise check the 'Base URL' of the Helpdesk credential.",
	),
	409: refused(
		'Conflict',
		'the present state of the record does not allow it',
		'A status may not be reachable from the one that is set. Look at the record in the helpdesk and choose another value.',
	),
	412: refused('Precondition failed', 'there is nothing to update', "Fill in at least one field under 'Update Fields'."),
	422: refused('Validation failed', 'the helpdesk refused a value', 'Correct the value and run the step again.'),
	429: {
		...refused(
			'Too many requests',
			'the helpdesk still limits the requests after several waits',
			"Another program behind the same IP address uses up the limit. Lower 'Requests per Minute' in the Helpdesk credential, or run at another time.",
		),
		retried: true,
	},
	500: open(
		'Something went wrong inside the helpdesk',
		'something went wrong inside the helpdesk',
		'Try again later. If it stays, contact the support of the helpdesk and quote the request ID.',
		true,
	),
	502: open('Bad gateway', 'the helpdesk could not be reached behind its gateway', LATER, true),
	503: open('Unavailable', 'the helpdesk is temporarily unavailable', LATER, true),
	504: open('Gateway time-out', 'the helpdesk took too long to answer', LATER, true),
	307: REDIRECTED_AS_IS,
	308: REDIRECTED_AS_IS,
	406: open(
		'Not acceptable',
		'the helpdesk does not answer in the form that this node reads',
		"Check the 'Base URL' of the Helpdesk credential, and the 'Path' of an API Request.",
	),
	407: refused('Proxy authentication', 'the proxy of n8n asks for a password', 'Check the proxy settings of n8n.'),
	408: open('Request time-out', 'the request took too long to arrive', CONNECTION),
	410: refused('Gone', 'it is gone for good', 'Choose another record: this one was removed and will not come back.'),
	411: refused(
		'Length required',
		'a gateway wants to know the length of the request',
		'Ask whoever runs the gateway or proxy between n8n and the helpdesk.',
	),
	413: refused('Content too large', 'the request is too large', 'Send less in one request: shorter text, fewer entries.'),
	414: refused('Address too long', 'the address of the request is too long', "Shorten the search text, the filters or the 'Query Parameters'."),
	415: refused(
		'Unsupported media type',
		'the helpdesk does not take data of this form',
		"Check the 'Base URL' of the Helpdesk credential, and the 'Path' of an API Request.",
	),
	421: refused(
		'Misdirected request',
		'the server that answers is not the one for this address',
		"Check the 'Base URL' of the Helpdesk credential, and whether a proxy stands in between.",
	),
	423: refused('Locked', 'the record is locked', 'Somebody else may be working on it. Try again when it is free.'),
	425: refused('Too early', 'the helpdesk did not want to take the request yet', LATER),
	426: refused(
		'Upgrade required',
		'the server asks for another kind of connection',
		"Check the 'Base URL' of the Helpdesk credential: it most often has to begin with https://. If it does, a proxy in between may be the cause.",
	),
	431: refused(
		'Headers too large',
		'the headers of the request are too large',
		"Check the 'Access Token' of the Helpdesk credential: it may be far too long.",
	),
	451: refused('Unavailable for legal reasons', 'the helpdesk may not do this for legal reasons', 'Ask the support of the helpdesk.'),
	511: refused(
		'Network authentication required',
		'the network of n8n asks somebody to sign in first',
		'It was a sign-in page of the network that answered, not the helpdesk. Ask whoever runs that network.',
	),
};

/** Statuses without a row of their own, by their first digit; `why` has the status appended. */
export const REDIRECT: Fate = open('Any other redirect (3xx)', REDIRECTS, REDIRECT_TODO);
export const OTHER: Fate = open('Any other status', 'the helpdesk answered with status', LATER);

/** What a status means that is no success. */
function fateOfStatus(status: number): Fate {
	return STATUSES[status] ?? (status >= 300 && status < 400 ? REDIRECT : { ...OTHER, why: `${OTHER.why} ${status}` });
}

/** What it means that no answer came; where nothing was sent, the failure's name tells what to look at. */
function fateOfEnding({ ending, code }: Extract<AttemptOutcome, { kind: 'noAnswer' }>): Fate {
	const fate = ENDINGS[ending];
	return { ...fate, todo: (fate.applied === 'no' ? LOOK_FIRST[code] : undefined) ?? fate.todo };
}

/** What an attempt's end means. The one table for retries, reports, error texts and docs/failures.md. */
export function fateOf(request: Pick<ApiRequest, 'download'>, outcome: AttemptOutcome): Fate {
	if (outcome.kind === 'noAnswer') return fateOfEnding(outcome);
	const { status, body } = outcome.answer;
	if (status < 200 || status > 299) return fateOfStatus(status);
	if (isCut(outcome.answer)) return ENDINGS.unreadable;
	return isData(request, body) ? DONE : WEB_PAGE;
}

/** PUT, PATCH and DELETE change nothing more when they are applied twice. */
export function kindOf(request: Pick<ApiRequest, 'method' | 'readOnly'>): Kind {
	if (isReading(request)) return 'reading';
	return ['PUT', 'PATCH', 'DELETE'].includes(request.method) ? 'idempotent' : 'once';
}

/** The methods that change nothing (RFC 9110, 9.2.1). */
const READING_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** True for a request that changes nothing; of a method that nobody knows that is not known. */
export function isReading({ method, readOnly }: Pick<ApiRequest, 'method' | 'readOnly'>): boolean {
	return READING_METHODS.includes(method) || readOnly === true;
}

/** Whether a request of this kind is retried by itself. Idempotency-Key headers are not honored (contract, Limits). */
export function isRetried(fate: Fate, kind: Kind): boolean {
	return fate.retried && (kind !== 'once' || fate.applied === 'no');
}

/**
 * A part that nobody asked for (206), or fewer bytes than were announced: n8n's HTTP client unpacks an answer that was
 * compressed, which makes it longer, and takes one that was cut off before for the whole. Files are asked for uncompressed.
 */
function isCut({ status, headers, body }: Answer): boolean {
	const announced = headers['content-length'];
	if (status === 206) return true;
	if (Buffer.isBuffer(body)) return Number(announced ?? 0) > body.length;
	return body === '' && Number(announced ?? 0) > 0;
}

function isData({ download }: Pick<ApiRequest, 'download'>, body: Answer['body']): boolean {
	return download === true || typeof body !== 'string' || body === '';
}
