import { IDataObject } from 'n8n-workflow';

import { isId, isObject, malformed } from './shape';
import { PageError } from '../errors';

/** Returns `data`, or the whole answer if it has an ID or no `data`. Returns an empty record for an empty answer. */
export function unwrap(body: unknown): unknown {
	const isWrapper = isObject(body) && !('id' in body) && typeof body.data === 'object' && body.data !== null;
	if (isWrapper) return body.data;
	return body === '' ? {} : (body ?? {});
}

export function recordIn(body: unknown) {
	const found = unwrap(body);
	if (isObject(found) && Object.keys(found).length > 0) return found;
	throw malformed(body, 'a record');
}

/**
 * Returns the token's owner from the answer to GET /me. Fields of `user`, or of a person who is the answer's only
 * value, are moved to the top level (contract, Endpoint details not shown: MeResponse).
 */
export function currentUserIn(body: unknown) {
	const me = recordIn(body);
	const { user } = me;
	if (isObject(user) && isId(user.id)) return { ...user, ...me, ...user };
	const [only, ...others] = Object.values(me);
	const isPerson = isObject(only) && isId(only.id) && (only.name !== undefined || only.email !== undefined);
	return isPerson && others.length === 0 ? only : me;
}

export function messageOf(body: unknown) {
	const said = [body, unwrap(body)].map((part) => (isObject(part) ? part.message : undefined));
	return (said.find((message) => typeof message === 'string') as string | undefined) ?? 'Done';
}

/** Returns the first draft_id anywhere in an answer: the specification does not show its place. */
export function draftIdIn(answer: unknown): IDataObject['draft_id'] {
	if (typeof answer !== 'object' || answer === null) return undefined;
	if ('draft_id' in answer) return (answer as IDataObject).draft_id;
	return Object.values(answer)
		.map(draftIdIn)
		.find((found) => found !== undefined);
}

export function identified(row: unknown, what = 'record') {
	if (isObject(row) && isId(row.id)) return row as IDataObject & { id: string | number };
	throw new PageError(`a ${what} came without an ID`);
}
