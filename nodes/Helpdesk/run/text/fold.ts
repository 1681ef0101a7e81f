import { Line, ASIDE } from '../../../shared';

interface Mail {
	id?: string;
	lines: Line[];
}

/** Minimum length of an unmarked quote, in words, or in letters for scripts without spaces. */
const MIN_WORDS = 8;
const MIN_LETTERS = 40;

/** Minimum length of a quote, and length of the index keys in `Places`. */
const KEY = 8;

const MAX_PLACES = 8;

/** Maximum comparisons per character, against hostile emails. */
const MAX_WORK = 40;

/** IDs that are safe in the node's own lines. */
export const PLAIN_ID = /^[\w.:@-]{1,64}$/;

const UNDIVIDED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Bullets and the like, which mail programs change. */
const LONE_MARK = /^[-*•·|–—]+$/;

/**
 * Returns the texts of messages, oldest first. Lines become "[quoted: message m2]" if they contain a whole earlier
 * message, or are marked as a quote and occur in one. Images and addresses that it lacks stay beside the mark.
 */
export function foldQuotes(mails: Mail[]) {
	const places: Places = new Map();
	return mails.map((mail) => {
		const words = new MailWords(mail);
		const text = folded(words, places);
		add(places, words);
		return text;
	});
}

/** A message as one string, without spaces and other characters that change in quotes. */
class MailWords {
	readonly text: string;
	readonly lineStarts = [0];
	/** Is 1 where a word begins, and at the end. */
	private readonly wordStarts: Uint8Array;

	/** Images and addresses of each line. */
	readonly asides: string[][];
	readonly asideNames: Set<string>;

	constructor(readonly mail: Mail) {
		const lines = mail.lines.map(({ text }) => wordsOf(text));
		this.asides = mail.lines.map(({ text }) => text.match(ASIDE) ?? []);
		this.asideNames = new Set(this.asides.flat().map(inner));
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

	beginsAt(at: number) {
		return this.wordStarts[at] === 1 || UNDIVIDED.test(this.text.slice(at, at + 1));
	}

	/** Number of images and addresses from the first word's line to the last word's. */
	get asidesInside() {
		const { asides, lineStarts, text } = this;
		return asides.slice(lineStarts.lastIndexOf(0), lineStarts.indexOf(text.length)).flat().length;
	}

	get isLong() {
		return UNDIVIDED.test(this.text)
			? this.text.length >= MIN_LETTERS
			: this.wordStarts.filter(Boolean).length > MIN_WORDS;
	}
}

const inner = (aside: string) => aside.slice(1, -1);

function wordsOf(text: string) {
	const words = text
		.replace(/^[>\s]+/, '')
		.replace(ASIDE, ' ')
		.replace(/[‘’]/g, "'")
		.replace(/[“”„]/g, '"')
		.split(' ');
	return words.filter((word) => word !== '' && !LONE_MARK.test(word));
}

interface Quote {
	words: MailWords;
	/** The first line after the quote. */
	end: number;
	isWhole: boolean;
}

/**
 * Positions in earlier messages, latest last, by the first characters of a word. Keys with "^" are starts of messages,
 * and are never dropped.
 */
type Places = Map<string, Array<{ words: MailWords; at: number }>>;

function add(places: Places, words: MailWords) {
	for (let at = 0; at <= words.text.length - KEY; at += 1) {
		if (!words.beginsAt(at)) continue;
		const key = (at === 0 ? '^' : '') + words.text.slice(at, at + KEY);
		const known = places.get(key);
		if (!known) places.set(key, [{ words, at }]);
		else if (known.push({ words, at }) > MAX_PLACES && at > 0) known.shift();
	}
}

/** Returns the text without quotes, or the whole text if it has only quotes. Several blank lines become one. */
function folded(words: MailWords, places: Places) {
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
		const asides = longest ? newAsides(words, line, longest) : [];
		hasOwn ||= longest ? asides.length > 0 : own !== '';
		shown.push(longest ? [markOf(longest), ...asides].join(' ') : own);
		line = longest?.end ?? line + 1;
	}
	const all = hasOwn ? shown : mail.lines.map((line) => line.text);
	const kept = all.filter((line, at) => line !== '' || all[at - 1] !== '');
	return kept.join('\n').trim();
}

/** Returns the longest quote of `words`, from `at` on, that begins with line `from`. `cost`: comparisons made. */
function quoteAt(quoting: MailWords, from: number, words: MailWords, at: number): { quote?: Quote; cost: number } {
	const { mail, text, lineStarts } = quoting;
	const { lines } = mail;
	const start = lineStarts[from]!;
	let same = 0;
	while (at + same < words.text.length && text[start + same] === words.text[at + same]) same += 1;
	let quote: Quote | undefined;
	let isMarked = true;
	let line = from;
	for (; line < lines.length && lineStarts[line + 1]! <= start + same; line += 1) {
		if (lines[line]!.text === '') continue;
		isMarked &&= lines[line]!.isQuote;
		// A line without words belongs to the quote only if it is marked as one.
		const hasWords = lineStarts[line] !== lineStarts[line + 1];
		if (!hasWords && !(lines[line]!.isQuote && quoting.asides[line]!.length === 0)) continue;
		const length = lineStarts[line + 1]! - start;
		const isWhole = at === 0 && length === words.text.length;
		if (isMarked ? words.beginsAt(at + length) : isWhole && words.isLong) quote = { words, end: line + 1, isWhole };
	}
	return { quote, cost: same + line - from + 1 };
}

/** Returns images and addresses that the quoted message lacks. If all of it is quoted, they may just be renamed. */
function newAsides(quoting: MailWords, from: number, { words, end, isWhole }: Quote) {
	const asides = quoting.asides.slice(from, end).flat();
	if (isWhole && asides.length <= words.asidesInside) return [];
	return asides.filter((each) => !words.asideNames.has(inner(each)));
}

function markOf({ words, isWhole }: Quote) {
	const { id = '' } = words.mail;
	const message = PLAIN_ID.test(id) ? `message ${id}` : 'an earlier message';
	return `[quoted: ${isWhole ? '' : 'part of '}${message}]`;
}
