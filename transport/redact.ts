import { textsWithin } from './answers/shape';
import type { ApiRequest } from './request';

/** Returns the helpdesk's words, or `LEFT_OUT` in place of all of them. */
export type Redact = (words: string) => string;

export const LEFT_OUT = '(left out: it repeats what was sent)';

/** Shorter tokens are not hidden: ordinary sentences contain words of this length. */
const MIN_SECRET = 8;

/** A shorter repetition, such as an e-mail address, shows the user what to correct. */
const MIN_RUN = 20;

/** Error texts show less than this. */
const MAX_LENGTH = 1_000;

/** A character may be escaped several times ("%25257C"). */
const ROUNDS = 4;

/** A record's ID is no customer's word. */
const UUID = /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i;

type Sent = Pick<ApiRequest, 'body' | 'query' | 'encoded'>;

/** Leaves out the helpdesk's words if they repeat the token, or what was sent: notes, replies and searches hold customers' words. */
export function redactor(holdsToken: (text: string) => boolean, request: Sent): Redact {
	let sent: string | undefined;
	return (words) => {
		const text = words.slice(0, MAX_LENGTH);
		sent ??= lettersSent(request);
		return holdsToken(text) || readingsOf(text).some((reading) => haveRunInCommon(lettersOf(reading), sent!)) ? LEFT_OUT : text;
	};
}

/**
 * Returns a function that checks for the token, or for its secret alone: escaped, in hexadecimal or in Base64. It is a function so
 * that no object holds the token.
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

/** Returns the Base64 characters of a text that are the same in a longer text ("Bearer …"), for each of its three positions. */
function base64Of(text: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		return bytes.toString('base64').slice(before && before + 1, Math.floor((bytes.length * 8) / 6));
	});
}

/** Returns a function that replaces the token, or its secret alone, in JSON: an answer may repeat it. */
export function tokenHider(token: string): (json: string) => string {
	const forms = partsOf(token).map((text) => JSON.stringify(text).slice(1, -1));
	return (json) => forms.reduce((text, form) => (form.length < MIN_SECRET ? text : text.replaceAll(form, '(access token)')), json);
}

/** A number may precede the secret: "7|secret". */
function partsOf(token: string): string[] {
	return [token, token.slice(token.lastIndexOf('|') + 1)];
}

/** The letters of all texts of a request; HTML with and without its tags. */
function lettersSent({ body, query, encoded }: Sent): string {
	const values = [body, query instanceof URLSearchParams ? [...query.values()] : query, encoded?.fields];
	const texts = textsWithin(values).filter((text) => !UUID.test(text));
	return texts
		.flatMap((text) => [text, unescaped(text), unescaped(text.replace(/<[^<>]*>/g, ' '))])
		.map(lettersOf)
		.join(' ');
}

function haveRunInCommon(words: string, sent: string): boolean {
	for (let at = 0; at + MIN_RUN <= words.length; at += 1) if (sent.includes(words.slice(at, at + MIN_RUN))) return true;
	return false;
}

/** Letters and digits in lower case and without accents, so that signs and white space make no difference. */
function lettersOf(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

/** The text, and the text unescaped for as long as that changes it. */
function readingsOf(text: string): string[] {
	const readings = [text];
	for (let round = 0; round < ROUNDS; round += 1) {
		const next = unescaped(readings[round]!);
		if (next === readings[round]) break;
		readings.push(next);
	}
	return readings;
}

/** A character escaped in JSON, HTML or an address. */
const ESCAPED = /\\u([\da-f]{4})|&#x([\da-f]{1,6});|&#(\d{1,7});|((?:%[\da-f]{2})+)|&(\w+);|\\[nrt]/gi;

function unescaped(text: string): string {
	return text.replace(ESCAPED, (_, unit?: string, hex?: string, decimal?: string, bytes?: string, name?: string) => {
		if (bytes !== undefined) return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
		if (name !== undefined) return name.toLowerCase() === 'amp' ? '&' : ' ';
		const code = decimal === undefined ? parseInt(unit ?? hex ?? '20', 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
	});
}
