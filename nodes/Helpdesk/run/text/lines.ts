import type { MessageTexts } from '../../../shared/thread';
import { isInLine, walkHtml, type HtmlParts } from './html';
import { seen } from './words';

/** A line of a mail as a person reads it; `isQuote` if the mail marks it as a quote, with ">" or as a blockquote. */
export interface Line {
	text: string;
	isQuote: boolean;
}

type Attributes = Parameters<HtmlParts['open']>[1];

/** Elements without content: they are never closed. */
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** An element is not displayed, its own text is hidden, or its own text is shown. */
type Display = 'none' | 'hidden' | 'shown';

/** Elements that hide and show in turn are not followed deeper. */
const MAX_REGIONS = 32;

/** Shown in place of text that its element hides. */
const HIDDEN = '[hidden text]';

/** Longer styles and file names are not read to their end. */
const MAX_ATTRIBUTE = 2_000;

/** Of the name of an image. */
const MAX_NAME = 100;

/** Returns the lines of a message: of its HTML, or of its plain text if the HTML shows nothing. */
export function linesOf({ html, text = '' }: MessageTexts): Line[] {
	const reader = new HtmlLines();
	if (html !== undefined) walkHtml(html, reader);
	const lines = reader.end();
	return lines.some((line) => line.text !== '') ? lines : text.split(LINE_END).map((line) => lineOf(line, false));
}

function lineOf(text: string, isQuote: boolean): Line {
	const shown = seen(text);
	return { text: shown, isQuote: isQuote || shown.startsWith('>') };
}

class HtmlLines implements HtmlParts {
	private readonly lines: Line[] = [];
	private pieces: string[] = [];
	/** Elements that hide what is in them or show it again, the outermost first, and how many elements of their name are open in them. */
	private readonly regions: Array<{ name: string; open: number; display: Display; isMarked?: boolean }> = [];
	private readonly opened = { blockquote: 0, pre: 0 };

	text = (piece: string): void => {
		const region = this.regions.at(-1);
		if (region && region.display !== 'shown') {
			if (!region.isMarked && seen(piece) !== '') region.isMarked = this.pieces.push(HIDDEN) > 0;
			return;
		}
		const lines = this.opened.pre > 0 ? piece.split(LINE_END) : [piece];
		lines.forEach((line, at) => {
			if (at > 0) this.endLine(true);
			this.pieces.push(line);
		});
	};

	open = (name: string, attributes: Attributes): void => {
		if (!isInLine(name)) this.endLine(name === 'br');
		// A paragraph ends where another element begins that is no part of a line, as in browsers.
		if (this.regions.at(-1)?.name === 'p' && !isInLine(name) && !EMPTY.has(name)) this.regions.pop();
		if (name === 'p') this.endParagraph();
		if (name === 'li') this.pieces.push('- ');
		const display = displayOf(attributes);
		if (name === 'img' && (display ?? this.display) === 'shown') this.pieces.push(imageName(attributes));
		if (EMPTY.has(name)) return;
		// In an element that is not displayed nothing is; text of no size shows where an element in it has one.
		const isOther = display !== undefined && display !== this.display && this.display !== 'none';
		if (isOther && this.regions.length < MAX_REGIONS) this.regions.push({ name, open: 0, display });
		if (this.regions.at(-1)?.name === name) this.regions.at(-1)!.open += 1;
		if (name in this.opened) this.opened[name as 'pre'] += 1;
	};

	close = (name: string): void => {
		if (!isInLine(name)) this.endLine(false);
		if (name === 'p' || name === 'blockquote') this.endParagraph();
		const at = this.regions.map((region) => region.name).lastIndexOf(name);
		if (at >= 0 && (this.regions[at]!.open -= 1) === 0) this.regions.length = at;
		if (name in this.opened) this.opened[name as 'pre'] = Math.max(0, this.opened[name as 'pre'] - 1);
	};

	private get display(): Display {
		return this.regions.at(-1)?.display ?? 'shown';
	}

	end(): Line[] {
		this.endLine(false);
		return this.lines;
	}

	private endLine(blankToo: boolean): void {
		const line = lineOf(this.pieces.join(''), this.opened.blockquote > 0);
		this.pieces = [];
		if (line.text !== '' || blankToo) this.lines.push(line);
	}

	private endParagraph(): void {
		if (this.lines.length > 0 && this.lines.at(-1)!.text !== '') this.lines.push(lineOf('', this.opened.blockquote > 0));
	}
}

/** Style sheets are not evaluated: only what stands at the element itself. Of two declarations of a property the last one counts. */
function displayOf({ style = '', hidden }: Attributes): Display | undefined {
	const declared = style.slice(0, MAX_ATTRIBUTE).toLowerCase().split(';');
	const values = new Map(
		declared.map(
			(each) =>
				each
					.replace('!important', '')
					.split(':')
					.map((part) => part.trim()) as [string, string],
		),
	);
	const size = values.get('font-size') ?? '';
	const visibility = values.get('visibility');
	if (hidden !== undefined || values.get('display') === 'none') return 'none';
	if (visibility === 'hidden' || /^0*\.?0+(?![.\d])/.test(size)) return 'hidden';
	return visibility === 'visible' || size !== '' ? 'shown' : undefined;
}

/** The name of an image; nothing for one that is too small to be seen. */
function imageName({ alt = '', src, 'safe-src': safeSrc, width, height }: Attributes): string {
	if ([width, height].some((size) => /^[01](?:px)?$/.test(size ?? ''))) return '';
	const source = (src ?? safeSrc ?? '').slice(0, MAX_ATTRIBUTE);
	const file = source.startsWith('data:') ? '' : source.replace(/[?#@].*/s, '').replace(/^.*[/:]/s, '');
	const name = seen(alt.trim() || file).slice(0, MAX_NAME);
	return name === '' ? '[image]' : `[image: ${name}]`;
}
