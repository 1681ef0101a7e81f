import { CUSTOMER_TEXT, json, type Answer } from './helpdesk';
import { bytesOf, type Effect, type Reply } from './reply';

/** Returns a status from 100 to 599 for a number from 0 to below 1. */
export function statusOf(at: number) {
	return 100 + Math.floor(at * 500);
}

/**
 * Returns whether a server may have applied a request with this status (RFC 9110). A 4xx refuses the request, except
 * 408, which a gateway may send while the server continues. 302 and 303 may answer an applied change.
 */
export function statusEffect(status: number): Effect {
	if (status >= 200 && status < 300) return 'always';
	if (status === 302 || status === 303) return 'may';
	const refuses = status >= 300 && status < 500 && status !== 408;
	return refuses ? 'never' : 'may';
}

const retryAfters = [
	'0',
	'1',
	'',
	'-5',
	'soon',
	'1e9',
	'99999999999',
	'0.5',
	'Thu, 01 Jan 1970 00:00:00 GMT',
	'Fri, 31 Dec 2999 23:59:59 GMT',
	'Mon, 02 Mar 2026 09:00:30 GMT',
	'5, 6',
];

/** Answers with a status: with the specified error envelope, as a web page, or empty. */
export function playStatus(reply: Reply, status: number) {
	const { stream, fault, good } = reply;
	const headers: Answer['headers'] = [['Content-Type', 'application/json']];
	const which = Math.floor(fault.at * 997) + fault.variant;
	if (fault.variant % 2 === 0) headers.push(['Retry-After', retryAfters[which % retryAfters.length]!]);
	if (status === 429 || fault.variant % 5 === 0)
		headers.push(['X-RateLimit-Limit', '300'], ['X-RateLimit-Remaining', String(which % 301)]);
	if (status >= 300 && status < 400 && status !== 304) headers.push(['Location', locationOf(reply, which)]);
	const refusal = json({ message: 'Refused.', subject: CUSTOMER_TEXT, errors: {} }).body;
	const page = Buffer.from(`<html>${CUSTOMER_TEXT}</html>`);
	const body = status < 300 && status >= 200 ? good.body : [refusal, page, Buffer.alloc(0), refusal][which % 4]!;
	stream.end(bytesOf({ status, headers, body }));
}

/** Returns a redirect's target: absolute, relative, the same address, another server, or none. */
function locationOf({ request, otherPort }: Reply, which: number) {
	const host = request.headers.host ?? '';
	const targets = [
		`http://${host}${request.path}`,
		request.path,
		'/v1/files/other',
		'other',
		`http://127.0.0.1:${otherPort}/v1/elsewhere`,
		`//127.0.0.1:${otherPort}/v1/elsewhere`,
		`http://localhost:${otherPort}/v1/elsewhere`,
		'http://127.0.0.1:1/',
		'::not an address::',
		'',
		'file:///etc/passwd',
		`javascript:${CUSTOMER_TEXT}`,
	];
	return targets[which % targets.length]!;
}
