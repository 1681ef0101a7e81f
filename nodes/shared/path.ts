import { InputError } from '../../transport';
import { ID_RULE, isIdText } from './values';

/** Nothing, an address, or a character that cannot be encoded. */
const NOT_RELATIVE = /^$|^[a-z][a-z0-9+.-]*:|^\/\/|[\\\p{Cc}\p{Surrogate}]/iu;

/** Dots that mean another folder, also encoded. */
const DOT_SEGMENTS = /(^|\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|$)/i;

/**
 * Encodes an ID as a part of a path. Throws {InputError} for an invalid one. Slashes are refused, because a proxy that
 * decodes `%2F` turns `c1/../../me` into another endpoint.
 */
export function pathSegment(id: unknown, label: string) {
	const text = Number.isSafeInteger(id) ? String(id) : typeof id === 'string' ? id.trim() : '';
	if (isIdText(text)) return encodeURIComponent(text);
	throw new InputError(`${label} is not a valid ID`, ID_RULE);
}

/** Encodes the path of an API Request, with a leading slash. Throws {InputError} for an invalid one. */
export function relativePath(path: string, baseUrl: string) {
	const text = path.trim();
	if (NOT_RELATIVE.test(text))
		throw new InputError(
			"'Path' must be relative to 'Base URL'",
			"Enter only what follows 'Base URL' of the credential, such as /conversations/mine.",
		);
	if (/[?#]/.test(text))
		throw new InputError("'Path' contains a query", "Enter what follows the '?' as 'Query Parameters'.");
	if (DOT_SEGMENTS.test(text))
		throw new InputError("'Path' contains '.' or '..'", "Enter the whole path after 'Base URL', without '..'.");
	const { pathname } = new URL(baseUrl);
	return new URL(`${baseUrl}${text.startsWith('/') ? text : `/${text}`}`).pathname.slice(pathname.length);
}
