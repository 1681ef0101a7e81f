import { Tokenizer } from 'htmlparser2';
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

/** One space for any white space, none around. */
export function withSingleSpaces(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
