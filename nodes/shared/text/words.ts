import type { MessageTexts, ThreadEntry } from '../thread';
import { walkHtml } from './html';

/** Characters that show nothing. A single joiner stays: emoji and some scripts need it. */
const UNSEEN = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu;

/** What a person sees of a line, with one space for any white space. */
export function seen(text: string): string {
	const shown = text.replace(/[^\S\ufeff]|\u0085/g, ' ').replace(UNSEEN, '');
	const joined = shown.replace(/[\u200c\u200d]{2,}/g, '');
	return joined.replace(/ +/g, ' ').trim();
}

/** A text read as HTML and as plain text, without tags, entities and white space. */
export class Words {
	private readonly readings: string[];
	/** Empty for a text without words. */
	readonly key: string;

	constructor(text: string) {
		this.readings = readingsOf(text);
		this.key = this.readings[0] ?? '';
	}

	areAllOf({ texts }: ThreadEntry): boolean {
		return shownIn(texts).some((each) => this.readings.includes(each));
	}

	/** Among others, such as a signature that the helpdesk added. */
	areAmong({ texts }: ThreadEntry): boolean {
		return shownIn(texts).some((each) => this.readings.some((reading) => each.includes(reading)));
	}
}

const shownIn = ({ html = '', text = '' }: MessageTexts): string[] => [html, text].flatMap(readingsOf);

function readingsOf(text: string): string[] {
	const pieces: string[] = [];
	walkHtml(text, { text: (piece) => void pieces.push(piece), open: () => {}, close: () => {} });
	return [pieces.join(''), text].map((each) => seen(each).replaceAll(' ', '')).filter((each) => each !== '');
}
