import { Tokenizer, type TokenizerCallbacks as Callbacks } from 'htmlparser2';

/** Tags inside a line. Only these do not separate words. */
const IN_LINE =
	'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike ' +
	'strong sub sup time tt u var wbr';

const UNSEEN = ['script', 'style', 'template', 'title'];

/** Other tags that mail programs and editors write. */
const BLOCKS =
	'address article aside audio blockquote body br button caption center col colgroup dd details dialog div dl ' +
	'dt fieldset figcaption figure footer ' +
	'form h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link main map meta nav noscript ' +
	'object ol option p picture pre section ' +
	'select source summary svg table tbody td textarea tfoot th thead tr ul video';

/** Tags of Word and Outlook. */
const OFFICE = '(?:o|v|w|m|x|st1):\\w{1,20}';

const TAGS = [...`${IN_LINE} ${BLOCKS}`.split(' '), ...UNSEEN, OFFICE].join('|');

/** A "<" that begins no HTML tag, such as that of "<ada@example.com>" or "a < b". */
const NO_TAG = new RegExp(`<(?!/?(?:${TAGS})(?:\\s[^<>]*|/)?>|!doctype[^<>]*>|!\\[(?:if[^<>]*|endif)\\]>|!--)`, 'gi');

/** Some mail programs do not escape "<" in attributes. */
const ATTRIBUTE = /\s[\w-]{1,40}=(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')/g;

const IGNORED = Object.fromEntries(
	['attribend', 'cdata', 'comment', 'declaration', 'end', 'processinginstruction'].map((name) => [
		`on${name}`,
		() => {},
	]),
) as unknown as Callbacks;

/** Gets names in lower case, and text with entities decoded. */
export interface HtmlParts {
	text(text: string): void;
	open(name: string, attributes: Readonly<Record<string, string>>): void;
	close(name: string): void;
}

const inLine = new Set(IN_LINE.split(' '));

export const isInLine = (name: string): boolean => inLine.has(name) || name.includes(':');

/**
 * Walks HTML without styles, scripts and comments. The tokenizer takes linear time; the library's parser does not for
 * unclosed tags.
 */
export function walkHtml(text: string, { text: onText, open, close }: HtmlParts): void {
	const onlyTags = text.replace(ATTRIBUTE, (attribute) => attribute.replaceAll('<', '&lt;')).replace(NO_TAG, '&lt;');
	const lastCommentEnd = onlyTags.lastIndexOf('-->') + 1;
	const html = onlyTags.slice(0, lastCommentEnd) + onlyTags.slice(lastCommentEnd).replaceAll('<!--', '&lt;!--');
	let unseen: string | undefined;
	let opened: string;
	let attributes: Record<string, string> = {};
	let attribute: string;
	const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
	const onTag = () => {
		open(opened, attributes);
		if (UNSEEN.includes(opened)) unseen ??= opened;
	};
	const tokenizer = new Tokenizer(
		{},
		{
			...IGNORED,
			ontext: (start, end) => void (unseen === undefined && onText(html.slice(start, end))),
			ontextentity: (codepoint) => void (unseen === undefined && onText(String.fromCodePoint(codepoint))),
			onopentagname: (start, end) => void ([opened, attributes] = [nameAt(start, end), {}]),
			onopentagend: onTag,
			onselfclosingtag: onTag,
			onclosetag: (start, end) => {
				const name = nameAt(start, end);
				close(name);
				if (unseen === name) unseen = undefined;
			},
			onattribname: (start, end) => {
				const name = nameAt(start, end);
				// The first of repeated attributes counts.
				attribute = name in attributes ? '' : name;
				attributes[attribute] = '';
			},
			onattribdata: (start, end) => void (attributes[attribute] += html.slice(start, end)),
			onattribentity: (codepoint) => void (attributes[attribute] += String.fromCodePoint(codepoint)),
		},
	);
	tokenizer.write(html);
	tokenizer.end();
}
