import type { Line } from './lines';
import { ATTRIBUTION_START, DATE, FORWARD, HEADERS, ORIGINAL, POINTS_BELOW, WROTE } from './mailWords';

/** No line above a quote is longer. */
const MAX_LINE = 400;

/** Over so many lines a mail program breaks the line above a quote. */
const MAX_ATTRIBUTION = 3;

/** So many lines has the head of a message that is quoted without marks. */
const MAX_HEADER = 8;

const ADDRESS = /[^\s<>@]@[^\s<>@]+\.\w/;
const DATE_AND_TIME = new RegExp(`(?=.*(?:${DATE.source}))(?=.*\\d[:.hH時]\\d\\d)`);
const SEPARATOR = /^[\s_=*-]*$/;

/** Lines of a mail by where they come from. */
export interface Parted {
	/** What the writer of this mail wrote. */
	own: Line[];
	/** Whether something was taken for the history. */
	hasHistory: boolean;
}

/**
 * Takes the history off a mail: what a mail program has put there of messages before it. In doubt a line is the writer's;
 * what a person forwards is too, and a mail that would be empty stays whole.
 */
export function withoutHistory(lines: Line[]): Parted {
	const end = forwardedFrom(lines);
	const cut = unmarkedHistoryFrom(lines, end);
	const taken = quotesIn(lines, cut);
	const own = lines.filter((_, at) => !taken.has(at) && (at < cut || at >= end));
	const hasHistory = own.length < lines.length && own.some(isSaid);
	return { own: hasHistory ? own : lines, hasHistory };
}

/** Something that is neither blank nor a line drawn across. */
function isSaid({ text }: Line): boolean {
	return !SEPARATOR.test(text.replace(/^[>\s]+/, ''));
}

/** Where a forwarded message begins: on its own, or as the first line of what is marked. From there on all is meant to be read. */
function forwardedFrom(lines: Line[]): number {
	const at = lines.findIndex(
		({ text, quoted }, index) => text.length <= MAX_LINE && FORWARD.test(text) && (quoted === 'no' || beginsBlock(lines, index)),
	);
	return at < 0 ? lines.length : at;
}

function beginsBlock(lines: Line[], index: number): boolean {
	for (let at = index - 1; at >= 0 && lines[at]!.quoted !== 'no'; at -= 1) if (lines[at]!.text !== '') return false;
	return true;
}

/** Where a history without marks begins, up to the end: at the head of a message, a line between messages, or "… wrote:". */
function unmarkedHistoryFrom(lines: Line[], end: number): number {
	let isBelow = false;
	let hasOwn = false;
	for (let at = 0; at < end; at += 1) {
		const line = lines[at]!;
		if (line.quoted !== 'no') continue;
		const begins = line.text.length <= MAX_LINE && (ORIGINAL.test(line.text) || isHeader(lines, at, end) || isLoneAttribution(lines, at, end));
		if (begins && hasOwn && !isBelow) return withSeparators(lines, at);
		hasOwn ||= !begins && isSaid(line);
		isBelow ||= POINTS_BELOW.test(line.text.slice(0, MAX_LINE));
	}
	return end;
}

/** From whom, when, and to whom or about what, in lines of their own. */
function isHeader(lines: Line[], from: number, end: number): boolean {
	const first = nameOf(lines[from]!.text);
	if (first !== 'from' && first !== 'date') return false;
	const found = new Set<string>();
	for (let at = from, seen = 0; at < end && seen < MAX_HEADER; at += 1) {
		const { text } = lines[at]!;
		if (text === '') continue;
		seen += 1;
		const name = text.length <= MAX_LINE ? nameOf(text) : undefined;
		if (name) found.add(name);
		else if (found.size < 2) return false;
	}
	return found.has('from') && found.has('date') && (found.has('to') || found.has('subject'));
}

function nameOf(text: string): string | undefined {
	const word = /^\*?([^:：*]{1,24}?)\s?\*?\s?[:：]/u.exec(text)?.[1];
	return word && HEADERS.get(word.toLowerCase());
}

/** "On …, Anna <anna@example.com> wrote:" above a quote that is not marked. Only with an address: people write such lines too. */
function isLoneAttribution(lines: Line[], at: number, end: number): boolean {
	let text = '';
	for (let next = at; next < Math.min(end, at + MAX_ATTRIBUTION) && lines[next]!.text !== ''; next += 1) {
		text += ` ${lines[next]!.text}`;
		if (!/[:：]$/.test(text)) continue;
		const below = lines.slice(next + 1, next + 4).find((line) => line.text !== '');
		if (below?.quoted !== 'no' || text.length > MAX_LINE) return false;
		return ATTRIBUTION_START.test(text) && ADDRESS.test(text) && DATE_AND_TIME.test(text) && WROTE.test(text);
	}
	return false;
}

/** Lines drawn above belong to the history, up to what the writer said. */
function withSeparators(lines: Line[], at: number): number {
	let from = at;
	while (SEPARATOR.test(lines[from - 1]!.text)) from -= 1;
	return from;
}

/** The marked lines that are quotes, with the lines above that say whose. */
function quotesIn(lines: Line[], end: number): Set<number> {
	const taken = new Set<number>();
	let isAnswered = false;
	for (let at = 0; at < end; at += 1) {
		if (lines[at]!.quoted === 'no') continue;
		const after = endOfBlock(lines, at, end);
		const isSure = lines.slice(at, after).some(({ quoted }) => quoted === 'sure');
		const from = attributionAbove(lines, at);
		if (isSure || from < at || isAnswered || beginsWithAttribution(lines.slice(at, after))) {
			for (let each = from; each < after; each += 1) taken.add(each);
			// Answers that stand between its lines part a quote.
			isAnswered ||= from < at;
		}
		at = after - 1;
	}
	return taken;
}

/** Apple Mail quotes the line that says whose the quote is too. */
function beginsWithAttribution(block: Line[]): boolean {
	return block.slice(0, MAX_ATTRIBUTION).some((_, at) => {
		const texts = block.slice(0, at + 1).map(({ text }) => text);
		return texts.every(({ length }) => length <= MAX_LINE) && isAttribution(texts.map((text) => text.replace(/^[>\s]+/, '')).join(' '));
	});
}

function endOfBlock(lines: Line[], from: number, end: number): number {
	let after = from;
	while (after < end && lines[after]!.quoted !== 'no') after += 1;
	return after;
}

/** Where the line begins that says when and by whom the quote below was written; the place itself where none does. */
function attributionAbove(lines: Line[], block: number): number {
	let last = block - 1;
	while (last >= block - 3 && lines[last]?.text === '') last -= 1;
	let text = '';
	for (let from = last; from > last - MAX_ATTRIBUTION && isPlain(lines[from]); from -= 1) {
		text = `${lines[from]!.text} ${text}`.trim();
		if (!isAttribution(text)) continue;
		const above = lines[from - 1];
		const isBroken = !ATTRIBUTION_START.test(text) && isPlain(above) && ATTRIBUTION_START.test(above!.text) && DATE.test(above!.text);
		return isBroken && from - 1 > last - MAX_ATTRIBUTION ? from - 1 : from;
	}
	return block;
}

function isPlain(line: Line | undefined): boolean {
	return line !== undefined && line.quoted === 'no' && line.text !== '' && line.text.length <= MAX_LINE;
}

/** In any language it ends with a colon and has a date with an address, or with a time and a word for "wrote". */
function isAttribution(text: string): boolean {
	if (!/[:：]\*?$/.test(text)) return false;
	return ADDRESS.test(text) ? DATE.test(text) : DATE_AND_TIME.test(text) && WROTE.test(text);
}
