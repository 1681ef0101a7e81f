import { IDataObject } from 'n8n-workflow';

import { beginOf, isObject } from '../../../transport';
import { isNothing } from '../values';
import { walkHtml, Attributes, HtmlParts } from './html';
import { isInLine } from './htmlTags';
import { ASIDE, seen, textsOf, MessageTexts } from './words';

/** `isQuote`: in a blockquote, or marked by ">". */
export interface Line {
	text: string;
	isQuote: boolean;
}

const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** In `hidden`, an inner element may be shown again; not in `none`. */
type Display = 'none' | 'hidden' | 'shown';

/** Number of the next item; undefined for bullets. */
type List = { next: number } | undefined;

const MAX_REGIONS = 32;

const HIDDEN = '[hidden text]';

/** Maximum characters of a style or an image's address. */
const MAX_ATTRIBUTE = 2_000;

const MAX_IMAGE_NAME = 100;
const MAX_ADDRESS = 500;

/** Returns the lines of the HTML. If it has only images, they follow the lines of the plain text. */
export function linesOf({ html, text = '' }: MessageTexts) {
	const reader = new HtmlLines();
	if (html !== undefined) walkHtml(html, reader);
	reader.end();
	const { lines } = reader;
	const isImage = (line: Line) => line.text.replace(ASIDE, '').trim() === '';
	if (lines.some((line) => !isImage(line))) return lines;
	const images = lines.filter((line) => line.text !== '' && !text.includes(line.text));
	if (images.length > 0 && text.trim() === '') return images;
	return [...text.split(LINE_END).map((line) => lineOf(line, false)), ...images];
}

/** Fills an empty `text_body` of a message, or of the message in a record, from its HTML. */
export function withText(row: IDataObject): IDataObject {
	const { event, last_message: last, html_body: html, text_body: text } = row;
	if (isObject(event)) return { ...row, event: withText(event) };
	if (isObject(last)) return { ...row, last_message: withText(last) };
	if (!isNothing(text) || typeof html !== 'string') return row;
	return { ...row, text_body: shownText(textsOf(row)).trim() };
}

export function shownText(texts: MessageTexts) {
	return linesOf(texts)
		.map(({ text }) => text)
		.join('\n');
}

function lineOf(text: string, isQuote: boolean) {
	const shown = seen(text);
	return { text: shown, isQuote: isQuote || shown.startsWith('>') };
}

class HtmlLines implements HtmlParts {
	readonly lines: Line[] = [];
	private pieces: string[] = [];
	/** Open elements that hide or show text. `open` counts elements of that name, `blocks` those around. */
	private readonly regions: Array<{
		name: string;
		open: number;
		blocks: number;
		display: Display;
		isMarked?: boolean;
	}> = [];
	private readonly opened = new Map<string, number>();
	private blocks = 0;
	private marker = '';
	private readonly lists: List[] = [];
	private beginsCell = false;
	/** The line of a table's row that the next cell continues. */
	private row?: Line;
	private link?: { address: string; text: string };

	text = (piece: string) => {
		const region = this.regions.at(-1);
		if (region && region.display !== 'shown') {
			if (!region.isMarked && seen(piece) !== '') region.isMarked = this.pieces.push(HIDDEN) > 0;
			return;
		}
		const lines = this.isIn('pre') ? piece.split(LINE_END) : [piece];
		lines.forEach((line, at) => {
			if (at > 0) this.endLine(true);
			this.show(line);
		});
	};

	open = (name: string, attributes: Attributes) => {
		const isBlock = !isInLine(name);
		if (isBlock) this.endLine(name === 'br');
		// As in browsers, a block ends an open paragraph.
		if (this.regions.at(-1)?.name === 'p' && isBlock && !EMPTY.has(name)) this.regions.pop();
		if (name === 'p') this.endParagraph();
		this.openPart(name, attributes);
		const around = this.regions.at(-1)?.display ?? 'shown';
		const display = displayOf(attributes) ?? around;
		if (name === 'img' && display === 'shown') this.show(imageName(attributes));
		if (EMPTY.has(name)) return;
		if (display !== around && around !== 'none' && this.regions.length < MAX_REGIONS)
			this.regions.push({ name, open: 0, blocks: this.blocks, display });
		if (this.regions.at(-1)?.name === name) this.regions.at(-1)!.open += 1;
		if (isBlock) this.count(name, 1);
	};

	close = (name: string) => {
		if (!isInLine(name)) this.endLine(false);
		if (name === 'a') this.endLink();
		if (name === 'li') this.marker = '';
		if (name === 'ol' || name === 'ul') this.lists.pop();
		if (name === 'tr' || name === 'table') this.row = undefined;
		if (name === 'p' || name === 'blockquote') this.endParagraph();
		const at = this.regions.map((region) => region.name).lastIndexOf(name);
		if (at >= 0 && (this.regions[at]!.open -= 1) === 0) this.regions.length = at;
		if (isInLine(name) || !this.isIn(name)) return;
		this.count(name, -1);
		// The end of a block also closes the elements in it.
		while ((this.regions.at(-1)?.blocks ?? 0) > this.blocks) this.regions.pop();
	};

	private isIn(block: string) {
		return (this.opened.get(block) ?? 0) > 0;
	}

	private count(block: string, change: number) {
		this.opened.set(block, (this.opened.get(block) ?? 0) + change);
		this.blocks += change;
	}

	private show(piece: string) {
		this.pieces.push(piece);
		if (this.link) this.link.text += piece;
	}

	end() {
		this.endLink();
		this.endLine(false);
	}

	private endLine(blankToo: boolean) {
		const text = this.pieces.join('');
		const hasText = seen(text) !== '';
		const line = lineOf(hasText ? this.marker + text : '', this.isIn('blockquote'));
		this.pieces = [];
		const row = this.beginsCell && this.row?.isQuote === line.isQuote ? this.row : undefined;
		if (hasText && row) row.text += ` | ${line.text}`;
		else if (hasText || blankToo) this.lines.push(line);
		if (!hasText) return;
		this.row = row ?? (this.beginsCell ? line : undefined);
		this.beginsCell = false;
		this.marker = '';
	}

	private openPart(name: string, attributes: Attributes) {
		const { href, start, value } = attributes;
		if (name === 'a') {
			this.endLink();
			this.link = { address: addressOf(href), text: '' };
		}
		if (name === 'ul') this.lists.push(undefined);
		if (name === 'ol') this.lists.push({ next: numberOf(start) ?? 1 });
		if (name === 'li') this.marker = markerOf(this.lists.at(-1), numberOf(value));
		if (name === 'tr' || name === 'table') this.row = undefined;
		if (name === 'td' || name === 'th') this.beginsCell = true;
	}

	/** Adds the address of a link, unless its text shows it. */
	private endLink() {
		const { address = '', text = '' } = this.link ?? {};
		this.link = undefined;
		if (seen(text) !== '' && !plainAddress(text).includes(plainAddress(address))) this.pieces.push(` (${address})`);
	}

	private endParagraph() {
		if (this.lines.at(-1)?.text) this.lines.push(lineOf('', this.isIn('blockquote')));
	}
}

/** Of repeated declarations, the last counts. */
function displayOf({ style = '', hidden }: Attributes) {
	const declared = style.slice(0, MAX_ATTRIBUTE).toLowerCase().replaceAll('!important', '').split(';');
	const values = new Map(declared.map((each) => each.split(':').map((part) => part.trim()) as [string, string]));
	const size = values.get('font-size') ?? '';
	const visibility = values.get('visibility');
	if (hidden !== undefined || values.get('display') === 'none') return 'none';
	if (visibility === 'hidden' || /^0*\.?0+(?![.\d])/.test(size)) return 'hidden';
	return visibility === 'visible' || size !== '' ? 'shown' : undefined;
}

function numberOf(text = '') {
	return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

function markerOf(list: List, value = list?.next ?? 0) {
	if (!list) return '- ';
	list.next = value + 1;
	return `${value}. `;
}

function addressOf(href = '') {
	const [found = ''] = /^(?:https?:.*|mailto:[^?]*|tel:.*)/is.exec(href.trim()) ?? [];
	const address = seen(found).replace(/[ ()<>]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
	return address.length > MAX_ADDRESS ? `${beginOf(address, MAX_ADDRESS)}…` : address;
}

function plainAddress(text: string) {
	return text.toLowerCase().replace(/^\s*(?:https?:\/\/|mailto:|tel:)?(?:www\.)?|[\s()-]|\/$/g, '');
}

/** Returns an empty text for images too small to see. */
function imageName({ alt = '', src, 'safe-src': safeSrc, width, height }: Attributes) {
	if ([width, height].some((size) => /^[01](?:px)?$/.test(size ?? ''))) return '';
	const source = beginOf(src ?? safeSrc ?? '', MAX_ATTRIBUTE);
	const file = source.startsWith('data:') ? '' : source.replace(/[?#@].*/s, '').replace(/^.*[/:]/s, '');
	const name = beginOf(seen(alt.trim() || file), MAX_IMAGE_NAME).replace(/[[\]]/g, '_');
	return name === '' ? '[image]' : `[image: ${name}]`;
}
