import type { IDataObject } from 'n8n-workflow';

import { isObject, textsIn, textsWithin } from '../../../../transport';
import { plainText, withSingleSpaces } from '../text/plainText';
import type { ThreadRead } from '../thread';

/** What is read tells of a text: it is there, it may be, or it is not. */
export type Told = 'there' | 'maybe' | 'absent';

/** A part of so many letters may be the beginning of the sought text; a shorter one that ends with a word is a text of its own. */
const MIN_PART = 20;

/** So many letters may follow where a text is cut off, as in "Read more". */
const MAX_REMARK = 30;

/**
 * A text that was sent, as a helpdesk may come to show it.
 *
 * It is there where a message begins with it, read as HTML or as bare text. It is absent only where nothing comes near
 * it: with other signs between the letters, without what may have been taken for tags, or cut off, it may be there.
 */
export class SoughtText {
	/** None for a text that shows nothing, such as a picture: it cannot be found again. */
	private readonly readings: string[];
	private readonly letters: string[];
	private readonly lettersOutsideTags: string[];

	/** So many characters of a shown text matter: signs that are no letters may stand between its letters. */
	private readonly beginning: number;

	constructor(text: string) {
		this.beginning = 10 * text.length + 1_000;
		this.readings = readingsOf(text);
		this.letters = lettersOf(this.readings);
		this.lettersOutsideTags = lettersOf([withoutTags(text)]);
	}

	get showsNothing(): boolean {
		return this.readings.length === 0;
	}

	/** What a message tells; a signature or a quote may follow the text. */
	inMessage(message: IDataObject): Told {
		const { texts, isClipped } = textsIn(message);
		const told = texts.flatMap((text) => this.in(text, readingsOf(text)));
		if (told.includes('there')) return 'there';
		return told.length === 0 || isClipped || told.includes('maybe') ? 'maybe' : 'absent';
	}

	/** What a whole thread tells. */
	toldOf({ rows, answers, isWhole }: ThreadRead): Told {
		if (this.showsNothing) return 'maybe';
		const told = rows.map((row) => (isObject(row) ? this.inMessage(row) : 'maybe'));
		if (told.includes('there')) return 'there';
		// Every conversation has a message: an answer without one tells nothing.
		if (rows.length === 0 || told.includes('maybe') || !isWhole) return 'maybe';
		// The text may stand in a place where no message was looked for.
		return answers.some(({ body }) => textsWithin(body).some((text) => this.mayBe(text))) ? 'maybe' : 'absent';
	}

	/** Whether any other text of an answer may be it. */
	mayBe(text: string): boolean {
		const leastLetters = Math.min(MIN_PART, ...this.letters.map(({ length }) => length));
		return text.length >= leastLetters && this.isNear(text, readingsOf(text));
	}

	private in(text: string, shown: string[]): Told[] {
		if (shown.length === 0) return [];
		const told = shown.flatMap((each) => this.readings.map((reading) => beginsWith(each, reading)));
		if (told.includes('there')) return ['there'];
		return [told.includes('maybe') || this.isNear(text, shown) ? 'maybe' : 'absent'];
	}

	private isNear(text: string, readings: string[]): boolean {
		const sought = [...this.letters, ...this.lettersOutsideTags];
		const beginnings = (texts: string[]) => lettersOf(texts.map((each) => each.slice(0, this.beginning)));
		const shown = beginnings(readings);
		if (shown.some((each) => sought.some((letters) => isNearTo(each, letters)))) return true;
		return beginnings([withoutTags(text)]).some((each) => this.letters.some((letters) => isNearTo(each, letters)));
	}
}

/** A text as a person may come to read it: taken for HTML, and taken for bare text, in which a "<" is no tag. */
function readingsOf(text: string): string[] {
	const plain = plainText(text);
	return plain === '' ? [] : [...new Set([plain, withSingleSpaces(text)])];
}

/** Without all that may be taken for a tag: which names a helpdesk knows is not shown. */
function withoutTags(text: string): string {
	return plainText(text.replace(/<[^<>]*>/g, ' '));
}

/** Letters and digits alone, however they are composed; of a text that has none, such as a smiley, the text. */
function lettersOf(texts: string[]): string[] {
	const letters = texts.map(
		(text) =>
			text
				.normalize('NFKD')
				.toLowerCase()
				.replace(/[^\p{L}\p{N}]+/gu, '') || text,
	);
	return [...new Set(letters)].filter((each) => each !== '');
}

/** Whether letters begin with the sought ones, or with a part of them that a remark may follow. */
function isNearTo(shown: string, sought: string): boolean {
	if (shown.startsWith(sought)) return true;
	let common = 0;
	while (common < shown.length && shown[common] === sought[common]) common += 1;
	return common >= MIN_PART && shown.length - common <= MAX_REMARK;
}

/** White space makes no difference. Maybe: the text goes on in the middle of a word, or breaks off before the sought one ends. */
function beginsWith(shown: string, sought: string): Told {
	let at = 0;
	let before = '';
	for (const letter of sought) {
		if (letter === ' ') {
			before = '';
			continue;
		}
		while (shown[at] === ' ') at += 1;
		if (!shown.startsWith(letter, at)) return breaksOff(shown, at, WORD.test(before) && WORD.test(letter)) ? 'maybe' : 'absent';
		at += letter.length;
		before = letter;
	}
	return WORD.test(shown.slice(at, at + 1)) ? 'maybe' : 'there';
}

function breaksOff(shown: string, at: number, isInWord: boolean): boolean {
	if (at >= shown.length) return isInWord || at >= MIN_PART;
	return at > 0 && /^(…|\.\.\.|\[(…|\.\.\.)\])$/.test(shown.slice(at, at + 5).trim());
}

const WORD = /[\p{L}\p{N}]/u;
