import type { IDataObject } from 'n8n-workflow';

import { pageIn, type ApiRequest } from '../../../transport';
import type { Input } from '../../shared/field';
import { simpleConversation } from '../../shared/simplify';
import { queryField, withNamed } from '../fields/fieldNames';
import type { Call } from '../operation';
import { list, outputOf } from './outputs';

/** What a search found, by where it takes its page. */
const found = {
	query: list('wrapped', pageIn.query, simpleConversation),
	body: list('wrapped', pageIn.body, simpleConversation),
};

const placeOf = ({ pagePlace }: Input) => (pagePlace ?? 'query') as keyof typeof found;

/** The conversations that a search finds. */
export const searchOutput = outputOf(found.query.form, async (call) => await found[placeOf(call.input)]({ ...call, request: inOrder(call) }));

/** The body of a search, without its page and its order. */
export function searchBody(input: Input, { sort, ...fields }: IDataObject): IDataObject {
	const others = input.sort === undefined && sort !== undefined ? { ...fields, sort } : fields;
	return withNamed('query', queryField)(input, others);
}

/** The order stands where the page does: of neither is shown where (contract, Limits; POST /search). */
function inOrder({ request, input }: Call): ApiRequest {
	if (input.sort === undefined) return request;
	const place = placeOf(input);
	return { ...request, [place]: { ...(request[place] as IDataObject | undefined), sort: input.sort } };
}
