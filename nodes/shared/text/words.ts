import { IDataObject } from 'n8n-workflow';

import { walkHtml } from './html';
import { isHtml } from './htmlTags';
import { filledText } from '../values';

export interface MessageTexts {
	html?: string;
	text?: string;
}

/** An HTML body without tags and entities counts as plain text. */
export function textsOf({ html_body: html, text_body: text }: IDataObject): MessageTexts {
	const body = filledText(html) ?? '';
	return isHtml(body) ? { html: body, text: filledText(text) } : { text: filledText(text) ?? filledText(body) };
}

/** Invisible characters. Single joiners stay, because emoji and some scripts need them. */
const UNSEEN = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu;

export function seen(text: string) {
	const shown = text.replace(/[^\S\ufeff]|\u0085/g, ' ').replace(UNSEEN, '');
	const joined = shown.replace(/[\u200c\u200d]{2,}/g, '');
	return joined.replace(/ +/g, ' ').trim();
}

/** An image's mark, or an address after the text of its link. Mail programs change both in quotes. */
export const ASIDE = /\[(?:image|cid:[^[\]\s]*|image: ?[^[\]]*)\]|[<(](?:https?:\/\/|mailto:|tel:)[^<>()\s]*[>)]/gi;

const SHOWN = new Set('audio button canvas embed hr iframe img input object svg video'.split(' '));

export function showsSomething(html: string) {
	let shows = false;
	walkHtml(html, {
		text: (piece) => void (shows ||= seen(piece).replace(/[\u200c\u200d]/g, '') !== ''),
		open: (name) => void (shows ||= SHOWN.has(name)),
	});
	return shows;
}

interface Written {
	texts: MessageTexts;
}

/** A text read as HTML and as plain text, without white space. */
export class Words {
	private readonly readings: string[];
	readonly key: string;

	constructor(text: string) {
		this.readings = readingsOf(text);
		this.key = this.readings[0] ?? '';
	}

	areAllOf({ texts }: Written) {
		return shownIn(texts).some((each) => this.readings.includes(each));
	}

	/** Returns whether an entry has these words among others, such as a signature. */
	areAmong({ texts }: Written) {
		return shownIn(texts).some((each) => this.readings.some((reading) => each.includes(reading)));
	}
}

const shownIn = ({ html = '', text = '' }: MessageTexts) => [html, text].flatMap(readingsOf);

function readingsOf(text: string) {
	const pieces: string[] = [];
	if (isHtml(text)) walkHtml(text, { text: (piece) => void pieces.push(piece) });
	return [pieces.join(''), text].map((each) => seen(each).replaceAll(' ', '')).filter((each) => each !== '');
}
