import { createHash } from 'crypto';

/** A form in which a helpdesk may repeat the token: it is known by its length and a digest, in small letters. */
export type TokenForm = {
	length: number;
	digest: string;
	/** In Base64: whether the character before it, and the one behind it, hold a part of the token beside that of a neighbour. */
	isPartBefore?: boolean;
	isPartBehind?: boolean;
};

/** What a credential tells of its token. */
interface KnownToken {
	baseUrl: string;
	tokenForms: TokenForm[];
}

/** Shorter than any secret: words of this length stand in ordinary sentences. */
const MIN_SECRET = 8;

/** A sign may be escaped again and again ("%25257C"): so often that is read, with so many characters for one sign. */
const ROUNDS = 4;
const MAX_SPELLING_LENGTH = 16;

/**
 * The token, and its secret alone where a number stands before it ("7|secret"): as they are, in hexadecimal and in Base64.
 * How they are escaped does not matter, nor their case.
 */
export function formsOf(token: string, baseUrl: string): TokenForm[] {
	const secret = token.slice(token.lastIndexOf('|') + 1);
	const plain = [token, ...(secret.length >= MIN_SECRET ? [secret] : [])];
	const texts = plain.flatMap((text) => [text, Buffer.from(text).toString('hex'), ...readingsOf(text).map(({ spelt }) => spelt)]);
	const known = (text: string) => ({ length: text.length, digest: digestOf(baseUrl, text.toLowerCase()) });
	const forms = [...[...new Set(texts)].map(known), ...plain.flatMap((text) => base64FormsOf(text, known))];
	return forms.sort((a, b) => b.length - a.length);
}

/** What stands for it wherever it begins in a longer text ("Bearer …"): the characters that hold nothing of its neighbours. */
function base64FormsOf(text: string, known: (text: string) => TokenForm): TokenForm[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		const whole = bytes.toString('base64').slice(before && before + 1, Math.floor((bytes.length * 8) / 6));
		if (whole.length < MIN_SECRET) return [];
		const ends = { isPartBefore: before > 0, isPartBehind: bytes.length % 3 > 0 };
		const spellings = new Set([whole, whole.replaceAll('+', '-').replaceAll('/', '_')]);
		return [...spellings].map((spelling) => ({ ...known(spelling), ...ends }));
	});
}

/**
 * The beginning of a text without the token, where a helpdesk repeats it in its own words, however it escapes it.
 *
 * @param atMost so many characters matter; each costs some digests, since the token itself is not known here
 */
export function withoutToken(text: string, { baseUrl, tokenForms }: KnownToken, atMost: number): string {
	const longest = Math.max(0, ...tokenForms.map(({ length }) => length));
	const readings = readingsOf(text.slice(0, atMost + longest * MAX_SPELLING_LENGTH));
	const isKnown = new Map(tokenForms.map((form) => [form.digest, form]));
	const lengths = [...new Set(tokenForms.map(({ length }) => length))];
	const seen = new Map<string, TokenForm | undefined>();
	const formIn = (part: string) => {
		if (!seen.has(part)) seen.set(part, /\s/.test(part) ? undefined : isKnown.get(digestOf(baseUrl, part)));
		return seen.get(part);
	};
	const hidden = readings.flatMap((reading) => [...placesIn(reading, atMost, lengths, formIn)]).sort(([a], [b]) => a - b);
	let [words, at] = ['', 0];
	for (const [from, to] of hidden) {
		if (from >= at) words += `${text.slice(at, from)}(access token)`;
		at = Math.max(at, to);
	}
	const rest = text.slice(at, Math.max(at, atMost));
	return words + rest + (at + rest.length < text.length ? '…' : '');
}

/** From where to where in the text a reading has the token, of what begins within so many characters. */
function* placesIn(
	{ spelt, from, to }: Reading,
	atMost: number,
	lengths: number[],
	formIn: (part: string) => TokenForm | undefined,
): Generator<[from: number, to: number]> {
	for (let at = 0; at < spelt.length && from[at]! < atMost;) {
		const parts = lengths.filter((length) => at + length <= spelt.length).map((length) => spelt.slice(at, at + length));
		const form = parts.map(formIn).find((known) => known);
		if (!form) {
			at += 1;
			continue;
		}
		const isPart = (index: number) => BASE64.test(spelt.charAt(index));
		const first = form.isPartBefore && isPart(at - 1) ? at - 1 : at;
		let end = at + form.length;
		if (form.isPartBehind && isPart(end)) end += /^.={0,2}/.exec(spelt.slice(end, end + 3))![0].length;
		yield [from[first]!, to[end - 1]!];
		at += form.length;
	}
}

const BASE64 = /[\w+/-]/;

/** A text with its escaped signs read, in small letters: where each of its characters begins and ends in the text itself. */
interface Reading {
	spelt: string;
	from: number[];
	to: number[];
}

/** The text as it stands, and read again for as long as that makes a difference: what looks escaped may be meant as it stands. */
function readingsOf(text: string): Reading[] {
	const readings: Reading[] = [
		{
			spelt: text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
			from: Array.from({ length: text.length }, (_, at) => at),
			to: Array.from({ length: text.length }, (_, at) => at + 1),
		},
	];
	for (let round = 0; round < ROUNDS; round += 1) {
		const next = unescaped(readings[round]!);
		if (next.spelt === readings[round]!.spelt) break;
		readings.push(next);
	}
	return readings;
}

/** How addresses, JSON, programs and HTML escape a sign. */
const ESCAPED =
	/%u([\da-f]{4})|%([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|&([a-z]{2,16});|\\([^\w\s])/g;

function unescaped({ spelt, from, to }: Reading): Reading {
	const read: Reading = { spelt: '', from: [], to: [] };
	let at = 0;
	const keep = (end: number) => {
		read.spelt += spelt.slice(at, end);
		for (; at < end; at += 1) {
			read.from.push(from[at]!);
			read.to.push(to[at]!);
		}
	};
	for (const match of spelt.matchAll(ESCAPED)) {
		const sign = signOf(match);
		if (sign === undefined) continue;
		keep(match.index);
		at = match.index + match[0].length;
		read.spelt += sign;
		read.from.push(from[match.index]!);
		read.to.push(to[at - 1]!);
	}
	keep(spelt.length);
	return read;
}

/** The sign that is meant, in small letters; undefined for one that no token has. */
function signOf([, ...meant]: string[]): string | undefined {
	const [decimal, name, sign] = meant.slice(-3);
	if (sign !== undefined) return sign;
	if (name !== undefined) return NAMES.get(name);
	const digits = meant.find((each) => each !== undefined)!;
	const code = parseInt(digits, decimal === undefined ? 16 : 10);
	return code > 0x20 && code < 0x7f ? String.fromCharCode(code).toLowerCase() : undefined;
}

/** HTML's names of the signs that a token may have, in small letters. */
const NAMES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ '!': 'excl', '"': 'quot', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp', "'": 'apos', '(': 'lpar', ')': 'rpar' },
		...{ '*': 'ast midast', '+': 'plus', ',': 'comma', '.': 'period', '/': 'sol', ':': 'colon', ';': 'semi', '<': 'lt', '=': 'equals' },
		...{ '>': 'gt', '?': 'quest', '@': 'commat', '[': 'lsqb lbrack', '\\': 'bsol', ']': 'rsqb rbrack', '^': 'hat', _: 'lowbar underbar' },
		...{ '`': 'grave diacriticalgrave', '{': 'lcub lbrace', '|': 'verbar vert verticalline', '}': 'rcub rbrace' },
	}).flatMap(([sign, names]) => names.split(' ').map((name) => [name, sign] as const)),
);

/** Of a text together with the address to which it belongs. */
export function digestOf(baseUrl: string, text: string): string {
	return createHash('sha256').update(`${baseUrl}\n${text}`).digest('base64');
}
