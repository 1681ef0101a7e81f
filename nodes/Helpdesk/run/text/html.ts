import { Tokenizer, type TokenizerCallbacks as Callbacks } from 'htmlparser2';

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

/** Those that Word and Outlook add. */
const OFFICE = '(?:o|v|w|m|x|st1):\\w{1,20}';

/** A "<" that begins no tag, in the names of HTML and closed: of an address, a comparison, a type. It stands for itself. */
const NO_TAG = new RegExp(
	`<(?!/?(?:${[...IN_LINE, ...UNSEEN, ...BLOCKS.split(' '), OFFICE].join('|')})(?:\\s[^<>]*|/)?>|!doctype[^<>]*>|!\\[(?:if[^<>]*|endif)\\]>|!--)`,
	'gi',
);

/** Callbacks of the tokenizer for what nobody reads. */
const IGNORED = Object.fromEntries(
	['attribend', 'cdata', 'comment', 'declaration', 'end', 'processinginstruction'].map((name) => [`on${name}`, () => {}]),
) as unknown as Callbacks;

/** What HTML is made of, in its order. Names are in lower case. */
export interface HtmlParts {
	text(text: string): void;
	/** The attributes by lower-case name, entities decoded. */
	open(name: string, attributes: Readonly<Record<string, string>>): void;
	close(name: string): void;
}

/** Whether the tag stands inside a line. */
export const isInLine = (name: string): boolean => IN_LINE.has(name) || name.includes(':');

/**
 * Walks through HTML without what nobody sees, such as styles and comments. "<anna@example.com>" is no tag, but text.
 *
 * Only the library's tokenizer is used: it takes linear time for any input, where its parser, which closes
 * tags too, takes quadratic time for tags that are opened and never closed.
 */
export function walkHtml(text: string, { text: onText, open, close }: HtmlParts): void {
	const tagsAlone = text.replace(NO_TAG, '&lt;');
	// Behind the last end of a comment none begins.
	const lastCommentEnd = tagsAlone.lastIndexOf('-->') + 1;
	const html = tagsAlone.slice(0, lastCommentEnd) + tagsAlone.slice(lastCommentEnd).replaceAll('<!--', '&lt;!--');
	let unseen: string | undefined;
	let opened: string;
	let attributes: Record<string, string> = {};
	let attribute: string;
	const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
	const opens = () => {
		open(opened, attributes);
		if (UNSEEN.has(opened)) unseen ??= opened;
	};
	const tokenizer = new Tokenizer(
		{},
		{
			...IGNORED,
			ontext: (start, end) => void (unseen === undefined && onText(html.slice(start, end))),
			ontextentity: (codepoint) => void (unseen === undefined && onText(String.fromCodePoint(codepoint))),
			onopentagname: (start, end) => {
				opened = nameAt(start, end);
				attributes = {};
			},
			onopentagend: opens,
			onselfclosingtag: opens,
			onclosetag: (start, end) => {
				const name = nameAt(start, end);
				close(name);
				if (unseen === name) unseen = undefined;
			},
			onattribname: (start, end) => {
				attribute = nameAt(start, end);
				// Of one that stands twice the first counts.
				if (attribute in attributes) attribute = '';
				attributes[attribute] = '';
			},
			onattribdata: (start, end) => {
				attributes[attribute] += html.slice(start, end);
			},
			onattribentity: (codepoint) => {
				attributes[attribute] += String.fromCodePoint(codepoint);
			},
		},
	);
	tokenizer.write(html);
	tokenizer.end();
}
