import { readUnshown } from '../../../transport';
import type { Output } from '../operation';
import { itemsOf, limitOf, type Simplifier } from './outputs';

/**
 * A listing whose answers the specification does not show. Reads `returnAll`, `limit` and `simplify`; without
 * the first two all records are output. Throws {PageError} with the answer's form, where it cannot be read.
 *
 * @param plain the endpoint is shown without parameters for pages
 */
export function unconfirmedList(simplifier?: Simplifier, { plain = false } = {}): Output {
	return async ({ send, request, input, pageSize }) =>
		await itemsOf(readUnshown(send, { request, limit: limitOf(input), plain, pageSize }), input, simplifier);
}
