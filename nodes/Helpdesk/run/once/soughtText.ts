import type { IDataObject } from 'n8n-workflow';

import { isObject, textsIn, textsWithin } from '../../../../transport';
import { plainText, withSingleSpaces } from '../text/plainText';
import type { ThreadRead } from '../../../shared/thread';
import { Letters, MIN_PART } from './letters';

/** What is read tells of a text: it is there, it may be, or it is not. */
export type Told = 'there' | 'maybe' | 'absent';

/**
 * A text that was sent, as a helpdesk may come to show it.
 *
 * It is there where a message begins with it, read as HTML or as bare text. It is absent only where nothing comes near
 * it: with words around it, with other signs between the letters, without what may have been taken for tags, or in part,
 * it may be there.
 */
export class SoughtText {
	/** None for a text that shows nothing, such as a picture: it cannot be found again. */
	private readonly readings: string[];
	private readonly letters: string[];
	private readonly lettersOutsideTags: string[];

	constructor(text: string) {
		this.readings = readingsOf(text);
		this.letters = spellingsOf(this.readings);
		this.lettersOutsideTags = spellingsOf([withoutTags(text)]);
	}

	get showsNothing(): boolean {
		return this.readings.length === 0;
	}

	/** What a message tells; a signature or a quote may follow the text. */
	inMessage(message: IDataObject): Told {
		const { texts, isClipped } = textsIn(message);
		const told = texts.flatMap((text) => this.in(text));
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
		const known = new Set(rows.flatMap((row) => textsIn(row as IDataObject).texts));
		const others = answers.flatMap(({ body }) => textsWithin(body)).filter((text) => !known.has(text) && this.mayBe(text));
		return hasFurther(others, rows as IDataObject[]) ? 'maybe' : 'absent';
	}

	/** Whether any other text of an answer may be it, or its beginning: an address or an ID that it names is no part of it. */
	mayBe(text: string): boolean {
		return this.isNear(text, (shown, letters) => shown.has(letters) || shown.breaksOffIn(letters));
	}

	private in(text: string): Told[] {
		const shown = readingsOf(text);
		if (shown.length === 0) return [];
		const told = shown.flatMap((each) => this.readings.map((reading) => beginsWith(each, reading)));
		if (told.includes('there')) return ['there'];
		const isNearTo: Nearness = (each, letters) => each.has(letters) || each.breaksOffIn(letters) || each.beginsWithin(letters);
		return [told.includes('maybe') || this.isNear(text, isNearTo) || this.isCutOutOf(text) ? 'maybe' : 'absent'];
	}

	/** Whether it is a piece of the sought text, however short, that signs say was cut out of one. */
	private isCutOutOf(text: string): boolean {
		const piece = CUT_OUT.exec(withSingleSpaces(text))?.[1];
		return piece !== undefined && this.letters.some((letters) => letters.includes(Letters.of(piece).all));
	}

	private isNear(text: string, isNearTo: Nearness): boolean {
		const isIn = (each: string, sought: string[]) => {
			const letters = Letters.of(each);
			return sought.some((one) => isNearTo(WORD.test(one) ? letters : Letters.orSignsOf(each), one));
		};
		const readings = readingsOf(text);
		// HTML that was escaped once more shows its tags to whoever reads it.
		const escaped = readings.filter((each) => each.includes('<')).map(plainText);
		return (
			[...readings, ...escaped].some((each) => isIn(each, [...this.letters, ...this.lettersOutsideTags])) ||
			isIn(withoutTags(text), this.letters)
		);
	}
}

/** Whether any of these texts is more than an excerpt that stands beside the whole text in its row, each as often as it stands there. */
function hasFurther(texts: string[], rows: IDataObject[]): boolean {
	const left = new Map<string, number>();
	for (const text of rows.flatMap(excerptsIn)) left.set(text, (left.get(text) ?? 0) + 1);
	return texts.some((text) => {
		const count = left.get(text) ?? 0;
		left.set(text, count - 1);
		return count <= 0;
	});
}

/** Texts of a message with which its whole text begins. */
function excerptsIn(message: IDataObject): string[] {
	const whole = textsIn(message).texts.flatMap(readingsOf);
	const begins = (text: string) => text !== '' && whole.some((each) => each.startsWith(text));
	return textsWithin(message).filter((text) => begins(withSingleSpaces(text).replace(/\s*(…|\.\.\.)$/, '')));
}

type Nearness = (shown: Letters, sought: string) => boolean;

/** A text as a person may come to read it: taken for HTML, and taken for bare text, in which a "<" is no tag. */
function readingsOf(text: string): string[] {
	const plain = plainText(text);
	return plain === '' ? [] : [...new Set([plain, withSingleSpaces(text)])];
}

/** Without all that may be taken for a tag: which names a helpdesk knows is not shown. */
function withoutTags(text: string): string {
	return plainText(text.replace(/<[^<>]*>/g, ' '));
}

/** What texts are spelt with; of one that has no letters, its signs. */
function spellingsOf(texts: string[]): string[] {
	return [...new Set(texts.map((text) => Letters.of(text).all || Letters.orSignsOf(text).all))];
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
	return at > 0 && /^(…|\.\.\.|\[(…|\.\.\.)\])$/.test(shown.slice(at, at + 5));
}

const WORD = /[\p{L}\p{N}]/u;
/** What stands between signs that something was left out before and behind it. */
const CUT_OUT = /^(?:…|\.\.\.)(.*?)(?:…|\.\.\.)$/s;
