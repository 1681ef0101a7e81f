import { isBlank, isNoValue } from './nothing';

/** Control characters and lone surrogates, which cannot be encoded. */
export const CONTROL_CHARACTER = /[\p{Cc}\p{Surrogate}]/u;

const DOT_SEGMENT = /^\.{1,2}$/;
const NO_ID = /[/\\?#,;\s"'`()[\]{}<>]/;

export const ID_RULE =
	'An ID has no spaces, slashes, quotes, brackets, question marks or line breaks. Enter the ID alone, without any ' +
	'part of an address.';

/** Returns whether a text can be an ID in a path. */
export function isIdText(text: string): boolean {
	return !isBlank(text) && !isNoValue(text) && ![CONTROL_CHARACTER, DOT_SEGMENT, NO_ID].some((no) => no.test(text));
}
