import { textsWithin } from './answers/shape';
import { ApiRequest } from './request';

export type Redact = (words: string) => string;

export const LEFT_OUT = '(left out: it repeats what was sent)';

/** Shorter tokens are not hidden, because ordinary words have such lengths. */
const MIN_SECRET = 8;

/** Shorter repetitions are shown: an email address, for example, shows what to correct. */
const MIN_RUN = 20;

/** Longer texts are cut. Errors show less than this. */
const MAX_LENGTH = 1_000;

/** How often a character may be escaped, as in "%25257C". */
const ROUNDS = 4;

/** IDs of records are not customers' words. */
const UUID = /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i;

type Sent = Pick<ApiRequest, 'body' | 'query'>;

/** Replaces a text that repeats the sent text: notes, replies and searches contain customers' words. */
export function redactor(request: Sent): Redact {
	let sent: string | undefined;
	return (words) => {
		const text = words.slice(0, MAX_LENGTH);
		sent ??= lettersSent(request);
		return readingsOf(text).some((reading) => haveRunInCommon(lettersOf(reading), sent!)) ? LEFT_OUT : text;
	};
}

/**
 * Replaces the token, or only its secret part ("7|secret"), in an answer's JSON: plain, or escaped as in JSON, HTML or
 * an address. Returns a function, so that no object holds the token.
 */
export function tokenHider(token: string): (json: string) => string {
	const forms = [token, token.slice(token.lastIndexOf('|') + 1)]
		.filter(({ length }) => length >= MIN_SECRET)
		.map((text) => new RegExp([...text].map(anyFormOf).join(''), 'gi'));
	return (json) => forms.reduce((text, form) => text.replace(form, '(access token)'), json);
}

/** Returns the pattern of a character in JSON text. It matches whole escapes, so that the text stays JSON. */
function anyFormOf(sign: string) {
	if (/[a-z\d]/i.test(sign)) return sign;
	const hex = sign.charCodeAt(0).toString(16);
	const inJson = `(?:\\\\\\\\){0,8}(?:${/["\\]/.test(sign) ? '\\\\' : ''}\\x${hex}|u00${hex})`;
	const inAddress = `%(?:25){0,4}${hex}`;
	const inHtml = '&(?:amp;){0,4}#?\\w{1,9};';
	return `(?:${inJson}|${inAddress}|${inHtml})`;
}

function lettersSent({ body, query }: Sent) {
	const values = [body, query instanceof URLSearchParams ? [...query.values()] : query];
	const texts = textsWithin(values).filter((text) => !UUID.test(text));
	return texts
		.flatMap((text) => [text, unescaped(text), unescaped(text.replace(/<[^<>]*>/g, ' '))])
		.map(lettersOf)
		.join(' ');
}

/** A common run contains a whole block of `words`, so runs are only searched around found blocks. */
const BLOCK = MIN_RUN / 2;

function haveRunInCommon(words: string, sent: string) {
	for (let block = 0; block + BLOCK <= words.length; block += BLOCK) {
		if (!sent.includes(words.slice(block, block + BLOCK))) continue;
		for (let at = Math.max(0, block - BLOCK); at <= block && at + MIN_RUN <= words.length; at += 1)
			if (sent.includes(words.slice(at, at + MIN_RUN))) return true;
	}
	return false;
}

function lettersOf(text: string) {
	return text
		.normalize('NFD')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

/** Returns the text, and its unescaped forms until nothing changes. */
export function readingsOf(text: string) {
	const readings = [text];
	for (let round = 0; round < ROUNDS; round += 1) {
		const next = unescaped(readings[round]!);
		if (next === readings[round]) break;
		readings.push(next);
	}
	return readings;
}

/** A character escaped as in JSON, HTML or an address. */
const ESCAPED = /\\u([\da-f]{4})|&#x([\da-f]{1,6});|&#(\d{1,7});|((?:%[\da-f]{2})+)|&(\w+);|\\[nrt]/gi;

function unescaped(text: string) {
	return text.replace(ESCAPED, (_, unit?: string, hex?: string, decimal?: string, bytes?: string, name?: string) => {
		if (bytes !== undefined) return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
		if (name !== undefined) return name.toLowerCase() === 'amp' ? '&' : ' ';
		const code = decimal === undefined ? parseInt(unit ?? hex ?? '20', 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
	});
}
