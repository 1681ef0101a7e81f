import { Tokenizer } from 'htmlparser2';
import type { IDataObject } from 'n8n-workflow';

import { textsIn } from '../../../../transport';

/** Tags inside a line: what stands around them is one word. All others part words. */
const IN_LINE = new Set(
	'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
		' ',
	),
);

/** Elements whose content nobody sees. */
const UNSEEN = new Set(['script', 'style', 'template', 'title']);

/** All others that a mail or an editor writes. */
const BLOCKS =
	'address article aside audio blockquote body br button caption center col colgroup dd details dialog div dl dt fieldset figcaption figure footer ' +
	'form h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link main map meta nav noscript object ol option p picture pre section ' +
	'select source summary svg table tbody td textarea tfoot th thead tr ul video';

/** A "<" that begins no tag, in the names of HTML and closed: of an address, a comparison, a type. It stands for itself. */
const NO_TAG = new RegExp(`<(?!/?(?:${[...IN_LINE, ...UNSEEN, ...BLOCKS.split(' ')].join('|')})(?:\\s[^<>]*|/)?>|!doctype[^<>]*>|!--)`, 'gi');

const ignored = () => {};

/**
 * HTML as a person reads it: no tags, no entities, one space for any white space. "<anna@example.com>" is no tag.
 *
 * Only the library's tokenizer is used: it takes linear time for any input, where its parser, which closes
 * tags too, takes quadratic time for tags that are opened and never closed.
 */
export function plainText(text: string): string {
	const tagsAlone = text.replace(NO_TAG, '&lt;');
	const lastCommentEnd = tagsAlone.lastIndexOf('-->');
	const html = tagsAlone.replaceAll('<!--', (open, at: number) => (at < lastCommentEnd ? open : '&lt;!--'));
	const parts: string[] = [];
	let unseen: string | undefined;
	const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
	const part = (name: string) => void (!IN_LINE.has(name) && parts.push(' '));
	const tokenizer = new Tokenizer(
		{ decodeEntities: true },
		{
			ontext: (start, end) => void (unseen === undefined && parts.push(html.slice(start, end))),
			ontextentity: (codepoint) => void (unseen === undefined && parts.push(String.fromCodePoint(codepoint))),
			onopentagname: (start, end) => {
				const name = nameAt(start, end);
				part(name);
				if (UNSEEN.has(name)) unseen ??= name;
			},
			onclosetag: (start, end) => {
				const name = nameAt(start, end);
				part(name);
				if (unseen === name) unseen = undefined;
			},
			onattribdata: ignored,
			onattribend: ignored,
			onattribentity: ignored,
			onattribname: ignored,
			oncdata: ignored,
			oncomment: ignored,
			ondeclaration: ignored,
			onend: ignored,
			onopentagend: ignored,
			onprocessinginstruction: ignored,
			onselfclosingtag: ignored,
		},
	);
	tokenizer.write(html);
	tokenizer.end();
	return withSingleSpaces(parts.join(''));
}

function withSingleSpaces(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

/**
 * A text as a person may come to read it: taken for HTML, and taken for bare text, in which a "<" is no tag.
 * None for a text that shows nothing, such as a picture: it cannot be found again.
 */
export function readingsOf(text: string): string[] {
	const plain = plainText(text);
	return plain === '' ? [] : [...new Set([plain, withSingleSpaces(text)])];
}

/**
 * Whether a message begins with a text: a signature or a quote may follow it. White space makes no difference.
 *
 * @param readings of the text, as `readingsOf` gives them: a helpdesk may take what was sent for either
 * @returns undefined where that cannot be told: the message shows no text, a part of it, or a word that goes on
 */
export function hasText(message: IDataObject, readings: string[]): boolean | undefined {
	const { texts, isClipped } = textsIn(message);
	const told = texts.flatMap(readingsOf).flatMap((each) => readings.map((text) => beginsWith(each, text)));
	if (told.includes(true)) return true;
	return told.length === 0 || isClipped || told.includes(undefined) ? undefined : false;
}

/** A message that ends so many letters into the sought text may be the beginning of it; a shorter one is a message of its own. */
const MIN_PART = 20;

/** Undefined where the text goes on in the middle of a word, or breaks off before the sought one ends. */
function beginsWith(shown: string, sought: string): boolean | undefined {
	let at = 0;
	for (const letter of sought) {
		if (letter === ' ') continue;
		while (shown[at] === ' ') at += 1;
		if (!shown.startsWith(letter, at)) return breaksOff(shown, at) ? undefined : false;
		at += letter.length;
	}
	return WORD.test(shown.slice(at, at + 1)) ? undefined : true;
}

function breaksOff(shown: string, at: number): boolean {
	if (at >= shown.length) return at >= MIN_PART;
	return at > 0 && /^(…|\.\.\.|\[(…|\.\.\.)\])$/.test(shown.slice(at, at + 5).trim());
}

const WORD = /[\p{L}\p{N}]/u;
