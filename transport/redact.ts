import { textsWithin } from './answers/shape';
import type { ApiRequest } from './request';

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

/** Replaces a text that repeats the token or the sent text: notes, replies and searches contain customers' words. */
export function redactor(holdsToken: (text: string) => boolean, request: Sent): Redact {
	let sent: string | undefined;
	return (words) => {
		const text = words.slice(0, MAX_LENGTH);
		sent ??= lettersSent(request);
		return holdsToken(text) || readingsOf(text).some((reading) => haveRunInCommon(lettersOf(reading), sent!))
			? LEFT_OUT
			: text;
	};
}

/**
 * Finds the token, or only its secret part ("7|secret"): plain, escaped, in hexadecimal or in Base64. Returns a
 * function, so that no object holds the token.
 */
export function tokenFinder(token: string): (text: string) => boolean {
	const coded = partsOf(token).flatMap((text) => [text, Buffer.from(text).toString('hex'), ...base64Of(text)]);
	const forms = coded.map(lettersOf).filter(({ length }) => length >= MIN_SECRET);
	const letters = lettersOf(token);
	return (text) =>
		(token.length >= MIN_SECRET && text.includes(token)) ||
		readingsOf(text)
			.map(lettersOf)
			.some((reading) => forms.some((form) => reading.includes(form)) || haveRunInCommon(reading, letters));
}

/** Returns the Base64 characters of a text that do not depend on the text around it, for each of three alignments. */
function base64Of(text: string) {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		return bytes.toString('base64').slice(before && before + 1, Math.floor((bytes.length * 8) / 6));
	});
}

/** Replaces the token, or only its secret part, in an answer's JSON. */
export function tokenHider(token: string): (json: string) => string {
	const forms = partsOf(token).map((text) => JSON.stringify(text).slice(1, -1));
	return (json) =>
		forms.reduce((text, form) => (form.length < MIN_SECRET ? text : text.replaceAll(form, '(access token)')), json);
}

function partsOf(token: string) {
	return [token, token.slice(token.lastIndexOf('|') + 1)];
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
export function readingsOf(text: string): string[] {
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
