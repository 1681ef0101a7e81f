import { textsWithin } from './answers/shape';
import type { ApiRequest } from './request';

/** So many letters in a row are no coincidence; a shorter text, such as an e-mail address, tells the user what to mend. */
const MIN_RUN = 20;

/** Of a run of that length one such part begins at a multiple of its length. */
const PART = MIN_RUN / 2;

/** Of the places at which a part stands in what was sent, so many are looked at: a text that repeats itself has many. */
const MAX_PLACES = 16;

/** The beginning of a text that is looked at: more than is ever shown. */
const MAX_LENGTH = 4_000;

/** A record's ID tells which one is meant. */
const UUID = /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i;

const IN_ITS_PLACE = '(text that was sent)';

/**
 * Takes out of the helpdesk's words what the request itself sent, where they repeat it: notes, replies and searches hold
 * customers' words. Signs, accents, case and white space make no difference, so that it is known when it comes back escaped,
 * without its tags or in part. Takes time in proportion to what was sent, once for all texts of an answer.
 */
export function hidingSent({ body, query, encoded }: Pick<ApiRequest, 'body' | 'query' | 'encoded'>): (words: string) => string {
	let sent: Sent | undefined;
	return (words) => {
		const text = words.slice(0, MAX_LENGTH);
		if (lettersOf(text).spelt.length < MIN_RUN) return text;
		sent ??= new Sent([body, query instanceof URLSearchParams ? [...query.values()] : query, encoded?.fields]);
		const readings = [text, unescaped(text), unescaped(unescaped(text))];
		const shown = readings.map((reading) => sent!.hiddenIn(reading)).filter((each, at) => each !== readings[at]);
		return shown.length === 0 ? text : shown.reduce((best, each) => (each.length < best.length ? each : best));
	};
}

/** The letters of the texts of a request, found again by parts of them. */
class Sent {
	private readonly spelt: string;
	private readonly placesOf = new Map<string, number[]>();

	constructor(values: unknown[]) {
		const texts = textsWithin(values).filter((text) => !UUID.test(text));
		// A helpdesk may show a text as it was typed, before signs of HTML were put in.
		const readings = texts.flatMap((text) => [...new Set([text, unescaped(text), unescaped(text.replace(/<[^<>]*>/g, ' '))])]);
		this.spelt = readings.map((text) => lettersOf(text).spelt).join(' ');
		for (let at = 0; at + PART <= this.spelt.length; at += PART) {
			const part = this.spelt.slice(at, at + PART);
			const places = this.placesOf.get(part) ?? [];
			if (places.length < MAX_PLACES) this.placesOf.set(part, [...places, at]);
		}
	}

	/** A text without what was sent. */
	hiddenIn(text: string): string {
		const { spelt, places } = lettersOf(text);
		let [shown, shownTo, hiddenTo] = ['', 0, -Infinity];
		for (const [from, to] of this.runsIn(spelt)) {
			// What stands between two runs, and is no more than escaped signs come to, was sent too.
			if (from > hiddenTo + 3 * MIN_RUN) shown += text.slice(shownTo, places[from]) + IN_ITS_PLACE;
			hiddenTo = to;
			shownTo = places[to - 1]! + 1;
		}
		return shown + text.slice(shownTo);
	}

	/** Where the letters of a text repeat those that were sent, from the first to behind the last, in order. */
	private *runsIn(letters: string): Generator<[from: number, to: number]> {
		let run: [from: number, to: number] | undefined;
		for (let at = 0; at + PART <= letters.length;) {
			const [from, to] = this.longestAround(letters, at);
			if (to - from < MIN_RUN) {
				at += 1;
				continue;
			}
			if (run && from > run[1]) yield run;
			run = run && from <= run[1] ? [Math.min(run[0], from), Math.max(run[1], to)] : [from, to];
			// Another reading of what was sent may go on behind this one: the last of its parts begins so far before.
			at = to === letters.length ? to : Math.max(at + 1, to - MIN_RUN);
		}
		if (run) yield run;
	}

	private longestAround(letters: string, at: number): [from: number, to: number] {
		let longest: [number, number] = [at, at];
		for (const place of this.placesOf.get(letters.slice(at, at + PART)) ?? []) {
			let [from, to] = [at, at + PART];
			while (from > 0 && letters[from - 1] === this.spelt[place - (at - from) - 1]) from -= 1;
			while (to < letters.length && letters[to] === this.spelt[place + (to - at)]) to += 1;
			if (to - from > longest[1] - longest[0]) longest = [from, to];
		}
		return longest;
	}
}

/** The letters and digits of a text in a row, in lower case and without accents, and where each stands in it. */
function lettersOf(text: string): { spelt: string; places: number[] } {
	const places: number[] = [];
	let spelt = '';
	for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
		places.push(index + letter.length - 1);
		spelt += letter < '\x80' ? letter.toLowerCase() : letter.toLowerCase().normalize('NFD')[0];
	}
	return { spelt, places };
}

/** Signs that stand for others, as in JSON, in HTML, in addresses and in mails. */
const ESCAPED = /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|&([a-z]+)\d*;|((?:[%=][\da-f]{2})+)|\\[nrt]/gi;

/** Names of signs in HTML that are no letters; of others the first letter is theirs, such as &uuml;. */
const SIGNS = /^(lt|gt|quot|apos|nbsp|(?:[lr][sd]|[lr]s?a|sb|bd)quo|hellip|[mn]dash)$/i;

function unescaped(text: string): string {
	return text.replace(
		ESCAPED,
		(_, point?: string, unicode?: string, byte?: string, hex?: string, decimal?: string, name?: string, bytes?: string) => {
			const code = point ?? unicode ?? byte ?? hex;
			if (code !== undefined) return signOf(parseInt(code, 16));
			if (decimal !== undefined) return signOf(Number(decimal));
			// What follows it may be escaped a second time.
			if (name?.toLowerCase() === 'amp') return '&';
			if (name !== undefined) return SIGNS.test(name) ? ' ' : name[0]!;
			return bytes === undefined ? ' ' : Buffer.from(bytes.replace(/[%=]/g, ''), 'hex').toString();
		},
	);
}

function signOf(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
