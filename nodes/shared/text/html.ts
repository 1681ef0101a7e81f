import { Tokenizer, TokenizerCallbacks as Callbacks } from 'htmlparser2';

import { UNSEEN, withOnlyTags } from './htmlTags';

/** Exported here, because commonmark and htmlparser2 share a large table of entities. */
export { HtmlRenderer, Parser } from 'commonmark';

/** In attributes, some mail programs do not escape "<". */
const ATTRIBUTE = /\s[\w-]{1,40}=(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')/g;

const IGNORED = Object.fromEntries(
	['attribend', 'cdata', 'comment', 'declaration', 'end', 'processinginstruction'].map((name) => [
		`on${name}`,
		() => {},
	]),
) as unknown as Callbacks;

export type Attributes = Readonly<Record<string, string>>;

/** Receives names in lower case, and text with entities decoded. */
export interface HtmlParts {
	text(text: string): void;
	open?(name: string, attributes: Attributes): void;
	close?(name: string): void;
}

/** Walks HTML, but no styles, scripts and comments. Unlike the library's parser, the tokenizer takes linear time. */
export function walkHtml(text: string, { text: onText, open, close }: HtmlParts) {
	const onlyTags = withOnlyTags(text.replace(ATTRIBUTE, (attribute) => attribute.replaceAll('<', '&lt;')));
	const lastCommentEnd = onlyTags.lastIndexOf('-->') + 1;
	const html = onlyTags.slice(0, lastCommentEnd) + onlyTags.slice(lastCommentEnd).replaceAll('<!--', '&lt;!--');
	let unseen: string | undefined;
	let opened: string;
	let attributes: Record<string, string> = {};
	let attribute: string;
	const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
	const onTag = () => {
		open?.(opened, attributes);
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
				close?.(name);
				if (unseen === name) unseen = undefined;
			},
			onattribname: (start, end) => {
				const name = nameAt(start, end);
				// Of repeated attributes, the first counts.
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
