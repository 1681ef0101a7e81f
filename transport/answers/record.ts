import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../request';
import { isId, isObject, shapeOf } from './shape';
import { PageError } from '../errors';

/**
 * What stands under `data`, or the answer itself: not every answer's form is shown, so that `data` is only
 * unwrapped where it is there, and where it is no field of a record. An empty answer is an empty record.
 */
export function unwrap(body: unknown): unknown {
	const isWrapper = isObject(body) && !('id' in body) && typeof body.data === 'object' && body.data !== null;
	if (isWrapper) return body.data;
	return body === '' ? {} : (body ?? {});
}

/** The record of an answer to a read. Throws {PageError} where it has none. */
export function recordIn(body: unknown): IDataObject {
	const found = unwrap(body);
	if (isObject(found) && Object.keys(found).length > 0) return found;
	throw new PageError(`expected a record, got ${shapeOf(body)}`);
}

/** The contact in the answer to a create or an update: under `contact`, in `data` or bare; undefined if none has an ID. */
export function contactIn(body: unknown): IDataObject | undefined {
	const found = unwrap(body);
	return [body, found]
		.flatMap((part) => (isObject(part) ? [part.contact, part] : []))
		.find((part): part is IDataObject => isObject(part) && isId(part.id));
}

/**
 * The answer to GET /me with the user's fields at the top: the user may stand under `user`, beside the company and the inboxes
 * (contract, Endpoint details not shown: MeResponse). Throws {PageError} for an answer without a record.
 */
export function currentUserIn(body: unknown): IDataObject {
	const me = recordIn(body);
	const { user } = me;
	return isObject(user) && isId(user.id) ? { ...user, ...me, ...user } : me;
}

/** The record of an answer, or the id and the message where there is none. */
export function recordOr(id: string, body: unknown): IDataObject {
	const record = unwrap(body);
	return isObject(record) && record.id !== undefined ? record : { ...(isObject(record) && record), id, message: messageOf(body) };
}

/** Whatever an answer holds: the entries of a list, anything else as it is, unwrapped where it is nothing but `data`. */
export function partsOf(body: unknown): unknown[] {
	const onlyData = isObject(body) && Object.keys(body).length === 1;
	return [onlyData ? unwrap(body) : body].flat();
}

/** What the API says of a success; it need not say anything. */
export function messageOf(body: unknown): string {
	const said = [body, unwrap(body)].map((part) => (isObject(part) ? part.message : undefined));
	return (said.find((message) => typeof message === 'string') as string | undefined) ?? 'Done';
}

/** The draft_id of a saved draft, wherever in the answer it stands: that is not shown. */
export function draftIdIn(answer: unknown): IDataObject['draft_id'] {
	return namedIn(answer, 'draft_id');
}

/** What has this name, wherever in an answer it stands; undefined for nothing. */
export function namedIn(answer: unknown, name: string): IDataObject[string] {
	if (typeof answer !== 'object' || answer === null) return undefined;
	return name in answer
		? (answer as IDataObject)[name]
		: Object.values(answer)
				.map((part) => namedIn(part, name))
				.find((found) => found !== undefined);
}

/** The inbox that a conversation's answer names; undefined where it names none. */
export function inboxIdIn(body: unknown): string | number | undefined {
	const conversation = unwrap(body);
	return isObject(conversation) && isId(conversation.inbox_id) ? conversation.inbox_id : undefined;
}

/** A record of a list that is told from the others by its ID. Throws {PageError} for one without, named as `what`. */
export function identified(row: unknown, what = 'record'): IDataObject & { id: string | number } {
	if (isObject(row) && isId(row.id)) return row as IDataObject & { id: string | number };
	throw new PageError(`a ${what} came without an ID`);
}

/** The name of a downloaded file, in either of the forms that HTTP has for it. */
export function fileNameIn({ 'content-disposition': disposition = '' }: Answer['headers']): string | undefined {
	const encoded = /filename\*=(?:UTF-8'[^']*')?([^;]+)/i.exec(disposition)?.[1];
	if (encoded === undefined) {
		const [, quoted, plain] = /filename=(?:"((?:[^"\\]|\\.)*)"|"?([^";]+))/i.exec(disposition) ?? [];
		return quoted?.replace(/\\(.)/g, '$1') || plain;
	}
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}
