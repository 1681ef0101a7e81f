import type { Line } from '../../../shared/text/lines';

export interface Mail {
	id?: string;
	lines: Line[];
}

/** Shortest unmarked quote: in words, or in letters of scripts without spaces. */
const MIN_WORDS = 8;
const MIN_LETTERS = 40;

/** Shortest quote, in characters. So many of its first characters are the key in `Places`. */
const KEY = 8;

/** Only the latest places of a key are tried. */
const MAX_PLACES = 8;

/** Maximum comparisons per character: hostile mails could take quadratic time. */
const MAX_WORK = 40;

/** IDs that are safe in the node's own lines. */
export const PLAIN_ID = /^[\w.:@-]{1,64}$/;

const UNDIVIDED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Quote marks and bullets at a line's start. Mail programs change them. */
const MARKS = /^[>\s]*(?:[-*•·]\s)?/;

/**
 * Returns the texts of messages, oldest first, with "[quoted: message m2]" in place of lines that contain the whole of
 * an earlier message, or are marked as a quote and occur in one. Words are compared exactly: nothing is folded that the
 * conversation does not show elsewhere.
 */
export function foldQuotes(mails: Mail[]): string[] {
	const places: Places = new Map();
	return mails.map((mail) => {
		const words = new Words(mail);
		const text = folded(words, places);
		add(places, words);
		return text;
	});
}

/** A message as one string, without marks, line breaks and white space, which quoting changes. */
class Words {
	readonly text: string;
	/** Index in `text` of each line and of the end. */
	readonly lineStarts = [0];
	/** Is 1 where a word begins, and at the end. */
	private readonly wordStarts: Uint8Array;

	constructor(readonly mail: Mail) {
		const lines = mail.lines.map(({ text }) => text.replace(MARKS, '').split(' '));
		this.text = lines.flat().join('');
		this.wordStarts = new Uint8Array(this.text.length + 1).fill(1, this.text.length);
		let end = 0;
		for (const words of lines) {
			for (const word of words) {
				this.wordStarts[end] = 1;
				end += word.length;
			}
			this.lineStarts.push(end);
		}
	}

	beginsAt(at: number): boolean {
		return this.wordStarts[at] === 1 || UNDIVIDED.test(this.text.slice(at, at + 1));
	}

	/** Long enough to be found as an unmarked quote. */
	get isLong(): boolean {
		return UNDIVIDED.test(this.text)
			? this.text.length >= MIN_LETTERS
			: this.wordStarts.filter(Boolean).length > MIN_WORDS;
	}
}

interface Quote {
	words: Words;
	/** Number of the line after the quote. */
	end: number;
	isWhole: boolean;
}

/**
 * Where quotes may begin, by their first characters, latest last. A "^" marks a message's beginning; all of these are
 * kept.
 */
type Places = Map<string, Array<{ words: Words; at: number }>>;

function add(places: Places, words: Words): void {
	for (let at = 0; at <= words.text.length - KEY; at += 1) {
		if (!words.beginsAt(at)) continue;
		const key = (at === 0 ? '^' : '') + words.text.slice(at, at + KEY);
		const known = places.get(key);
		if (!known) places.set(key, [{ words, at }]);
		else if (known.push({ words, at }) > MAX_PLACES && at > 0) known.shift();
	}
}

/** Returns the folded text. A message of quotes only stays whole. Several blank lines become one. */
function folded(words: Words, places: Places): string {
	const { mail, text, lineStarts } = words;
	const shown: string[] = [];
	let work = MAX_WORK * text.length;
	let hasOwn = false;
	for (let line = 0; line < mail.lines.length;) {
		const { text: own, isQuote } = mail.lines[line]!;
		const key =
			lineStarts[line] === lineStarts[line + 1] || work <= 0
				? ''
				: text.slice(lineStarts[line], lineStarts[line]! + KEY);
		let longest: Quote | undefined;
		for (const found of [places.get(`^${key}`), isQuote ? places.get(key) : undefined]) {
			for (let place = (found?.length ?? 0) - 1; place >= 0 && work > 0; place -= 1) {
				const { words: earlier, at } = found![place]!;
				const { quote, cost } = quoteAt(words, line, earlier, at);
				work -= cost;
				if (quote && quote.end > (longest?.end ?? 0)) longest = quote;
			}
		}
		hasOwn ||= !longest && own !== '';
		shown.push(longest ? markOf(longest) : own);
		line = longest?.end ?? line + 1;
	}
	const all = hasOwn ? shown : mail.lines.map((line) => line.text);
	const kept = all.filter((line, at) => line !== '' || all[at - 1] !== '');
	return kept.join('\n').trim();
}

/** Returns the longest quote that begins with the line, and the number of comparisons (`cost`). */
function quoteAt(
	{ mail: { lines }, text, lineStarts }: Words,
	from: number,
	words: Words,
	at: number,
): { quote?: Quote; cost: number } {
	const start = lineStarts[from]!;
	let same = 0;
	while (at + same < words.text.length && text[start + same] === words.text[at + same]) same += 1;
	let quote: Quote | undefined;
	let isMarked = true;
	let line = from;
	for (; line < lines.length && lineStarts[line + 1]! <= start + same; line += 1) {
		if (lines[line]!.text === '') continue;
		isMarked &&= lines[line]!.isQuote;
		const length = lineStarts[line + 1]! - start;
		const isWhole = at === 0 && length === words.text.length;
		if (isMarked ? words.beginsAt(at + length) : isWhole && words.isLong) quote = { words, end: line + 1, isWhole };
	}
	return { quote, cost: same + line - from + 1 };
}

function markOf({ words, isWhole }: Quote): string {
	const { id = '' } = words.mail;
	const message = PLAIN_ID.test(id) ? `message ${id}` : 'an earlier message';
	return `[quoted: ${isWhole ? '' : 'part of '}${message}]`;
}
