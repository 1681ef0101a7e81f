import { textsWithin } from './answers/shape';
import type { ApiRequest } from './request';

/** Takes the helpdesk's words, and gives them back or leaves them out whole. */
export type Redact = (words: string) => string;

export const LEFT_OUT = '(left out: it repeats what was sent)';

/** Shorter than any secret: words of this length stand in ordinary sentences. */
const MIN_SECRET = 8;

/** So many letters in a row are no coincidence; a shorter text, such as an e-mail address, shows the user what to mend. */
const MIN_RUN = 20;

/** A run of that length holds one whole part that begins at a multiple of this. */
const PART = MIN_RUN / 2;

/** Of the places at which a part stands in what was sent, so many are tried: a text that repeats itself has many. */
const MAX_PLACES = 16;

/** More of a text is never shown. */
const MAX_LENGTH = 1_000;

/** A sign may be escaped again and again ("%25257C"): so often that is read. */
const ROUNDS = 4;

/** A record's ID shows which one is meant. */
const UUID = /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i;

/**
 * Leaves out the helpdesk's words if they repeat the token, or what the request sent: notes, replies and searches hold customers'
 * words. Takes time in proportion to what was sent.
 */
export function redactor(holdsToken: (text: string) => boolean, request: Pick<ApiRequest, 'body' | 'query' | 'encoded'>): Redact {
	let sent: string | undefined;
	return (words) => {
		const text = words.slice(0, MAX_LENGTH);
		sent ??= lettersSent(request);
		return holdsToken(text) || readingsOf(text).some((reading) => haveRunInCommon(lettersOf(reading), sent!)) ? LEFT_OUT : text;
	};
}

/**
 * Returns a function that shows whether a text holds the token, or its secret alone where a number stands before it
 * ("7|secret"): as it is, escaped, in hexadecimal or in Base64. A function, so that no object holds the token.
 */
export function tokenFinder(token: string): (text: string) => boolean {
	const plain = [token, token.slice(token.lastIndexOf('|') + 1)];
	const coded = plain.flatMap((text) => [text, Buffer.from(text).toString('hex'), ...base64Of(text)]);
	const forms = [...coded.map(lettersOf), token.toLowerCase()].filter(({ length }) => length >= MIN_SECRET);
	return (text) =>
		readingsOf(text).some((reading) => forms.some((form) => lettersOf(reading).includes(form) || reading.toLowerCase().includes(form)));
}

/** Returns a function that takes the token out of JSON, exactly as it is: an answer may repeat it. */
export function tokenHider(token: string): (json: string) => string {
	const written = JSON.stringify(token).slice(1, -1);
	return (json) => (written.length < MIN_SECRET ? json : json.replaceAll(written, '(access token)'));
}

/** What stands for a text wherever it begins in a longer one ("Bearer …"): the characters that hold nothing of its neighbours. */
function base64Of(text: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		return bytes.toString('base64').slice(before && before + 1, Math.floor((bytes.length * 8) / 6));
	});
}

/** The letters of all texts of a request; HTML as it was sent, and without its tags. */
function lettersSent({ body, query, encoded }: Pick<ApiRequest, 'body' | 'query' | 'encoded'>): string {
	const values = [body, query instanceof URLSearchParams ? [...query.values()] : query, encoded?.fields];
	const texts = textsWithin(values).filter((text) => !UUID.test(text));
	const read = texts.flatMap((text) => [...new Set([text, unescaped(text), unescaped(text.replace(/<[^<>]*>/g, ' '))])]);
	return read.map(lettersOf).join(' ');
}

function haveRunInCommon(words: string, sent: string): boolean {
	for (let at = 0; at + PART <= words.length; at += PART) {
		const part = words.slice(at, at + PART);
		for (let place = sent.indexOf(part), tries = 0; place >= 0 && tries < MAX_PLACES; place = sent.indexOf(part, place + 1), tries += 1) {
			let [before, after] = [0, PART];
			while (at > before && words[at - before - 1] === sent[place - before - 1]) before += 1;
			while (at + after < words.length && words[at + after] === sent[place + after]) after += 1;
			if (before + after >= MIN_RUN) return true;
		}
	}
	return false;
}

/** The letters and digits of a text, in lower case and without accents: signs, case and white space make no difference. */
function lettersOf(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

/** The text as it stands, and read again for as long as that makes a difference. */
function readingsOf(text: string): string[] {
	const readings = [text];
	for (let round = 0; round < ROUNDS; round += 1) {
		const next = unescaped(readings[round]!);
		if (next === readings[round]) break;
		readings.push(next);
	}
	return readings;
}

/** How addresses, mails, JSON, programs and HTML escape a character. */
const ESCAPED =
	/%u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|&([a-z]+)\d*;|((?:[%=][\da-f]{2})+)|\\[nrt]/gi;

/** HTML's names of letters begin with the letter; all other names are those of signs. */
const LETTER = /^([a-z])(acute|grave|circ|tilde|uml|cedil|ring|slash|caron|lig)$/i;

function unescaped(text: string): string {
	return text.replace(ESCAPED, (_, ...groups: Array<string | undefined>) => {
		const [decimal, name, bytes] = groups.slice(5, 8);
		const hex = groups.slice(0, 5).find((each) => each !== undefined);
		if (hex ?? decimal) return characterOf(parseInt(hex ?? decimal!, hex === undefined ? 10 : 16));
		if (bytes !== undefined) return Buffer.from(bytes.replace(/[%=]/g, ''), 'hex').toString();
		if (name === undefined) return ' ';
		// What follows them may be escaped a second time.
		return { amp: '&', percnt: '%' }[name.toLowerCase()] ?? LETTER.exec(name)?.[1] ?? ' ';
	});
}

function characterOf(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
