import { isBlank } from './blank';
import { InputError } from './inputError';

/** Control characters, and halves of characters that cannot be encoded. */
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]|\p{Surrogate}/u;
const NO_VALUE = /^(undefined|null|NaN|\[object \w+\])$/;

/** Parts of an address, or several words. */
const NO_ID = /[/\\?#\s]/;

/** Whether a text is what an expression makes of a value that is not there, or is no text. */
export function isNoValue(text: string): boolean {
	return NO_VALUE.test(text);
}

const DOT_SEGMENT = /^\.{1,2}$/;

/**
 * One id as bare text, for a path or a body.
 *
 * Slashes are refused although they would be encoded: a proxy that decodes `%2F` would turn `c1/../../me`
 * into another endpoint.
 *
 * @param label the field's name in the editor
 * @throws {InputError} for an empty id, a dot segment or a control character
 */
export function idText(id: unknown, label: string): string {
	const text = Number.isSafeInteger(id) ? String(id) : typeof id === 'string' ? id.trim() : '';
	if (isBlank(text) || isNoValue(text)) {
		throw new InputError(
			`${label} is empty`,
			`Choose ${label} from the list, or enter its ID. If it comes from an expression, check that the previous node really outputs it for this item.`,
		);
	}
	if (CONTROL_CHARACTER.test(text) || DOT_SEGMENT.test(text) || NO_ID.test(text)) {
		throw new InputError(
			`${label} is not a valid ID`,
			'An ID has no spaces, slashes, question marks or line breaks. Enter the ID alone, without any part of an address.',
		);
	}
	return text;
}

/** One id as one encoded path segment. Throws InputError as `idText` does. */
export function pathSegment(id: unknown, label: string): string {
	return encodeURIComponent(idText(id, label));
}

/**
 * A path the user typed for API Request, made safe to append to the base URL.
 *
 * @returns the path with a leading slash, resolved below `baseUrl`
 * @throws {InputError} for an absolute address, a query, a fragment or a path that leaves the base URL
 */
export function relativePath(path: string, baseUrl: string): string {
	const text = path.trim();
	if (text === '' || CONTROL_CHARACTER.test(text) || /^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(text)) {
		throw new InputError(
			"'Path' must be relative to the base URL",
			'Enter only what follows the base URL of the credential, for example /conversations/mine, without https:// and the host.',
		);
	}
	if (/[?#]/.test(text)) {
		throw new InputError("'Path' contains a query", "Put everything after the '?' into 'Query Parameters', one row each.");
	}
	const withSlash = text.startsWith('/') ? text : `/${text}`;
	const base = new URL(baseUrl);
	const resolved = new URL(`${baseUrl}${withSlash}`);
	if (!resolved.pathname.startsWith(`${base.pathname}/`)) {
		throw new InputError("'Path' leaves the base URL", 'Remove "." and ".." from the path.');
	}
	return resolved.pathname.slice(base.pathname.length);
}
