/** Elements whose text nobody sees. */
export const UNSEEN = ['script', 'style', 'template', 'title'];

/** Elements that separate words, as in browsers. All others are part of a line. */
const BLOCKS = new Set(
	(
		'address area article aside audio base blockquote body br button caption center col colgroup dd ' +
		'details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 ' +
		'h4 h5 h6 head header hgroup hr html iframe img input legend li link main map menu meta nav ' +
		'noscript object ol optgroup option p param picture pre search section select source summary svg ' +
		'table tbody td textarea tfoot th thead tr track ul video'
	).split(' '),
);

/** Known elements of a line, which need no end tag to count as tags. */
const IN_LINE = new Set(
	(
		'a abbr acronym b basefont bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ' +
		'rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr'
	).split(' '),
);

/** Plain text does not contain these tags, so one of them is enough. */
const BARE = new Set('br dd dt hr html img li p tbody td th tr wbr'.split(' '));

/** A possible tag, but not an address in angle brackets. */
const TAG = /<(?:(\/?)([a-z][\w.:-]*)(\s[^<>]*|\/)?>|!doctype[^<>]*>|!\[(?:if[^<>]*|endif)\]>|\?xml[^<>]*>|!--)?/gi;

/** Attributes with values, or "/>". */
const FORMAL = /^(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+))+\s*\/?$|\/$/;

const ENTITY = /&(?:\w{2,8}|#x?[\da-f]{1,6});/i;

const END_TAG = /<\/([a-z][\w.:-]*)\s*>/gi;

const isKnown = (name: string) => BLOCKS.has(name) || IN_LINE.has(name) || UNSEEN.includes(name);

/** Returns whether a text has an entity or a tag. A word such as "<address>" is no tag. */
export function isHtml(text: string) {
	if (ENTITY.test(text)) return true;
	for (const [found, slash, name = '', rest = ''] of text.matchAll(TAG)) {
		if (/^<[!?](?!--)/.test(found)) return true;
		const lower = name.toLowerCase();
		if (isKnown(lower) && (slash || BARE.has(lower) || FORMAL.test(rest))) return true;
	}
	return false;
}

/** Escapes each "<" that begins no tag, as in "<ada@example.com>" or "a < b". */
export function withOnlyTags(html: string) {
	const ended = new Set(Array.from(html.matchAll(END_TAG), ([, name]) => name!.toLowerCase()));
	const isTag = (name: string, rest: string) => isKnown(name) || ended.has(name) || FORMAL.test(rest);
	return html.replace(TAG, (found: string, _slash: unknown, name?: string, rest = '') =>
		found.length > 1 && (name === undefined || isTag(name.toLowerCase(), rest)) ? found : `&lt;${found.slice(1)}`,
	);
}

export const isInLine = (name: string) => !BLOCKS.has(name) && !UNSEEN.includes(name);
