import { isInLine, walkHtml, type HtmlParts } from './html';

/** A line of a mail as a person reads it. */
export interface Line {
	text: string;
	/**
	 * Whether the mail itself marks it as somebody else's words: `sure` by what only a mail program writes, `maybe`
	 * by a ">" or an indentation, which people use too.
	 */
	quoted: 'no' | 'maybe' | 'sure';
}

type Attributes = Parameters<HtmlParts['open']>[1];

/** A part of HTML: the element that it began with, and how many of that name are open in it. */
interface Region {
	name: string;
	open: number;
}

/** Elements without content: they are never closed. */
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Classes and IDs that mail programs give to what they quote, and only they. */
const QUOTE_NAME = /gmail_quote|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-cite-prefix/;

/** What a sender has made invisible, such as the preview of a newsletter, or words for a machine alone. */
const HIDDEN = /display\s?:\s?none|visibility\s?:\s?hidden|mso-hide\s?:\s?all|font-size\s?:\s?0(?:px|pt|em|%)?(?:\s?;|\s?$)/i;

/** No style that hides is longer. */
const MAX_STYLE = 2_000;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The lines of bare text. One that begins with ">" may be a quote. */
export function linesOfText(text: string): Line[] {
	return text.split(LINE_END).map((line) => ({ text: tidy(line), quoted: isMarked(line) ? 'maybe' : 'no' }));
}

/** The lines of HTML. What a mail program marks as a quote is one for certain; other quotations may be the writer's. */
export function linesOfHtml(html: string): Line[] {
	const reader = new HtmlLines();
	walkHtml(html, reader);
	return reader.end();
}

class HtmlLines implements HtmlParts {
	private readonly lines: Line[] = [];
	private pieces: string[] = [];
	private sure?: Region;
	private hidden?: Region;
	private blockquotes = 0;
	private pres = 0;

	text = (piece: string): void => {
		if (this.hidden) return;
		const lines = this.pres > 0 ? piece.split(LINE_END) : [piece];
		lines.forEach((line, at) => {
			if (at > 0) this.endLine(true);
			this.pieces.push(line);
		});
	};

	open = (name: string, attributes: Attributes): void => {
		if (!isInLine(name)) this.endLine(name === 'br');
		if (name === 'p') this.endParagraph();
		if (name === 'li') this.pieces.push('- ');
		if (EMPTY.has(name)) return;
		if (isHidden(attributes)) this.hidden ??= { name, open: 0 };
		if (isQuote(name, attributes)) this.sure ??= { name, open: 0 };
		for (const region of [this.hidden, this.sure]) if (region?.name === name) region.open += 1;
		if (name === 'blockquote') this.blockquotes += 1;
		if (name === 'pre') this.pres += 1;
	};

	close = (name: string): void => {
		if (!isInLine(name)) this.endLine(false);
		if (name === 'p' || name === 'blockquote') this.endParagraph();
		this.hidden = withoutOne(this.hidden, name);
		this.sure = withoutOne(this.sure, name);
		if (name === 'blockquote') this.blockquotes = Math.max(0, this.blockquotes - 1);
		if (name === 'pre') this.pres = Math.max(0, this.pres - 1);
	};

	end(): Line[] {
		this.endLine(false);
		return this.lines;
	}

	private endLine(blankToo: boolean): void {
		const text = this.pieces.join('');
		this.pieces = [];
		if (text.trim() === '') return void (blankToo && this.addBlank());
		const quoted = this.quoted();
		this.lines.push({ text: tidy(text), quoted: quoted === 'no' && isMarked(text.trimStart()) ? 'maybe' : quoted });
	}

	private endParagraph(): void {
		if (this.lines.length > 0 && this.lines.at(-1)!.text !== '') this.addBlank();
	}

	private addBlank(): void {
		this.lines.push({ text: '', quoted: this.quoted() });
	}

	/** By the elements around. */
	private quoted(): Line['quoted'] {
		if (this.sure) return 'sure';
		return this.blockquotes > 0 ? 'maybe' : 'no';
	}
}

/** The region after one element of the name was closed; undefined when it was its last. */
function withoutOne(region: Region | undefined, name: string): Region | undefined {
	if (region?.name !== name) return region;
	return region.open > 1 ? { name, open: region.open - 1 } : undefined;
}

function isHidden({ style, hidden }: Attributes): boolean {
	return hidden !== undefined || (style !== undefined && HIDDEN.test(style.slice(0, MAX_STYLE)));
}

/** Gmail's "div" around a quote also holds what a person wrote between its parts, and forwarded messages. */
function isQuote(name: string, { class: names, id, type }: Attributes): boolean {
	if (name === 'blockquote' && type?.toLowerCase() === 'cite') return true;
	const given = [names, id].filter((each) => each !== undefined).map((each) => each.slice(0, MAX_STYLE));
	return given.some((each) => QUOTE_NAME.test(each)) && !(name === 'div' && given.some((each) => each.includes('gmail_quote')));
}

function isMarked(line: string): boolean {
	return line.startsWith('>');
}

/** Without what is not seen, spaces of all kinds as one; the space of "-- ", which begins a signature, stays. */
function tidy(text: string): string {
	const shown = text.replace(UNSEEN, '').replace(/[\s\u0085]+/g, ' ');
	return shown === '-- ' ? shown : shown.trim();
}

/**
 * Characters that change or hide what stands around them: controls, marks of direction, soft hyphens, and tags that spell
 * out words which only a machine reads. Joiners stay: emoji are made of them.
 */
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
