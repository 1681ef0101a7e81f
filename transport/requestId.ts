import type { Credential } from './credential';
import type { Answer } from './request';
import { withoutToken } from './withoutToken';

const HEADERS = ['x-request-id', 'request-id', 'x-correlation-id'];
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/**
 * The ID under which the helpdesk knows a request, where the headers of its answer show one: the specification names the
 * ID of a 500, and no place of it.
 *
 * @param hide takes out of a text what nobody may see
 */
export function inHeaders(headers: Answer['headers'], hide: (text: string) => string): string | undefined {
	return HEADERS.map((name) => headers[name]).find((id) => id !== undefined && REQUEST_ID.test(id) && hide(id) === id);
}

/** The same, of an answer of whatever status; never the token. */
export function requestIdIn({ headers }: Answer, credential: Credential): string | undefined {
	return inHeaders(headers, (text) => withoutToken(text, credential, text.length));
}
