import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../transport';
import type { MessageTexts } from '../thread';
import { isInLine, walkHtml, type HtmlParts } from './html';
import { seen } from './words';

/** `isQuote`: a ">" or a blockquote marks it. */
export interface Line {
	text: string;
	isQuote: boolean;
}

type Attributes = Parameters<HtmlParts['open']>[1];

/** Elements that are never closed. */
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** `hidden`: an inner element may be visible again. `none`: nothing inside is shown. */
type Display = 'none' | 'hidden' | 'shown';

const MAX_REGIONS = 32;

const HIDDEN = '[hidden text]';

/** Characters read of a style or file name. */
const MAX_ATTRIBUTE = 2_000;

const MAX_IMAGE_NAME = 100;

/** Returns the lines of the HTML, or of the plain text if the HTML shows nothing. */
export function linesOf({ html, text = '' }: MessageTexts): Line[] {
	const reader = new HtmlLines();
	if (html !== undefined) walkHtml(html, reader);
	reader.endLine(false);
	const { lines } = reader;
	return lines.some((line) => line.text !== '') ? lines : text.split(LINE_END).map((line) => lineOf(line, false));
}

/** Returns a message or thread entry; without plain text, it gets its HTML's text as `text_body`. */
export function withText(row: IDataObject): IDataObject {
	const { event, html_body: html, text_body: text } = row;
	if (isObject(event)) return { ...row, event: withText(event) };
	if (text || typeof html !== 'string') return row;
	return {
		...row,
		text_body: linesOf({ html })
			.map((line) => line.text)
			.join('\n')
			.trim(),
	};
}

function lineOf(text: string, isQuote: boolean): Line {
	const shown = seen(text);
	return { text: shown, isQuote: isQuote || shown.startsWith('>') };
}

class HtmlLines implements HtmlParts {
	readonly lines: Line[] = [];
	private pieces: string[] = [];
	/**
	 * Open elements that hide or show text, outermost first. `open`: elements of the same name. `blocks`: blocks
	 * around.
	 */
	private readonly regions: Array<{
		name: string;
		open: number;
		blocks: number;
		display: Display;
		isMarked?: boolean;
	}> = [];
	/** Open blocks by name. */
	private readonly opened = new Map<string, number>();
	private blocks = 0;

	text = (piece: string): void => {
		const region = this.regions.at(-1);
		if (region && region.display !== 'shown') {
			if (!region.isMarked && seen(piece) !== '') region.isMarked = this.pieces.push(HIDDEN) > 0;
			return;
		}
		const lines = this.isIn('pre') ? piece.split(LINE_END) : [piece];
		lines.forEach((line, at) => {
			if (at > 0) this.endLine(true);
			this.pieces.push(line);
		});
	};

	open = (name: string, attributes: Attributes): void => {
		if (!isInLine(name)) this.endLine(name === 'br');
		// As in browsers, a block ends a paragraph that is still open.
		if (this.regions.at(-1)?.name === 'p' && !isInLine(name) && !EMPTY.has(name)) this.regions.pop();
		if (name === 'p') this.endParagraph();
		if (name === 'li') this.pieces.push('- ');
		const around = this.regions.at(-1)?.display ?? 'shown';
		const display = displayOf(attributes) ?? around;
		if (name === 'img' && display === 'shown') this.pieces.push(imageName(attributes));
		if (EMPTY.has(name)) return;
		if (display !== around && around !== 'none' && this.regions.length < MAX_REGIONS)
			this.regions.push({ name, open: 0, blocks: this.blocks, display });
		if (this.regions.at(-1)?.name === name) this.regions.at(-1)!.open += 1;
		if (!isInLine(name)) this.count(name, 1);
	};

	close = (name: string): void => {
		if (!isInLine(name)) this.endLine(false);
		if (name === 'p' || name === 'blockquote') this.endParagraph();
		const at = this.regions.map((region) => region.name).lastIndexOf(name);
		if (at >= 0 && (this.regions[at]!.open -= 1) === 0) this.regions.length = at;
		if (isInLine(name) || !this.isIn(name)) return;
		this.count(name, -1);
		// The end of a block closes its elements.
		while (this.regions.length > 0 && this.regions.at(-1)!.blocks > this.blocks) this.regions.pop();
	};

	private isIn(block: string): boolean {
		return (this.opened.get(block) ?? 0) > 0;
	}

	private count(block: string, change: number): void {
		this.opened.set(block, (this.opened.get(block) ?? 0) + change);
		this.blocks += change;
	}

	endLine(blankToo: boolean): void {
		const line = lineOf(this.pieces.join(''), this.isIn('blockquote'));
		this.pieces = [];
		if (line.text !== '' || blankToo) this.lines.push(line);
	}

	private endParagraph(): void {
		if (this.lines.length > 0 && this.lines.at(-1)!.text !== '')
			this.lines.push(lineOf('', this.isIn('blockquote')));
	}
}

/** Reads attributes only, no style sheets. The last of repeated declarations counts. */
function displayOf({ style = '', hidden }: Attributes): Display | undefined {
	const declared = style.slice(0, MAX_ATTRIBUTE).toLowerCase().replaceAll('!important', '').split(';');
	const values = new Map(declared.map((each) => each.split(':').map((part) => part.trim()) as [string, string]));
	const size = values.get('font-size') ?? '';
	const visibility = values.get('visibility');
	if (hidden !== undefined || values.get('display') === 'none') return 'none';
	if (visibility === 'hidden' || /^0*\.?0+(?![.\d])/.test(size)) return 'hidden';
	return visibility === 'visible' || size !== '' ? 'shown' : undefined;
}

/** Returns nothing for images too small to see. */
function imageName({ alt = '', src, 'safe-src': safeSrc, width, height }: Attributes): string {
	if ([width, height].some((size) => /^[01](?:px)?$/.test(size ?? ''))) return '';
	const source = (src ?? safeSrc ?? '').slice(0, MAX_ATTRIBUTE);
	const file = source.startsWith('data:') ? '' : source.replace(/[?#@].*/s, '').replace(/^.*[/:]/s, '');
	const name = seen(alt.trim() || file).slice(0, MAX_IMAGE_NAME);
	return name === '' ? '[image]' : `[image: ${name}]`;
}
