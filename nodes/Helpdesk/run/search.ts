import type { IDataObject } from 'n8n-workflow';

import { pageIn } from '../../../transport';
import { Input, sentOrder } from '../../shared';
import { nameFrom, queryField } from '../fields';
import type { Call } from '../operation';
import { found } from './find/selection';
import { outputOf } from './outputs';

const outputs = {
	query: found('wrapped', pageIn.query, false),
	body: found('wrapped', pageIn.body, false),
};

const placeOf = ({ pagePlace }: Input) => (pagePlace ?? 'query') as keyof typeof outputs;

export const searchOutput = outputOf(
	outputs.query.form,
	async (call) => await outputs[placeOf(call.input)]({ ...call, request: inOrder(call) }),
);

export function searchBody(input: Input, { sort, ...fields }: IDataObject): IDataObject {
	const others = input.sort === undefined && sort !== undefined ? { ...fields, sort } : fields;
	return { ...others, [nameFrom(input, queryField)]: input.query as string };
}

/** Puts the order where the page number is (contract, Limits; POST /search). */
function inOrder({ request, input }: Call) {
	if (input.sort === undefined) return request;
	const sort = sentOrder(input.sort);
	const place = placeOf(input);
	return { ...request, [place]: { ...(request[place] as IDataObject | undefined), sort } };
}
