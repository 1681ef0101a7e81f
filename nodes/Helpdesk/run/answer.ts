import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../../transport';
import { isObject } from '../read/isObject';

/**
 * What stands under `data`, or the answer itself: not every answer's form is shown, so that `data` is only
 * unwrapped where it is there, and where it is no field of a record. An empty answer is an empty record.
 */
export function unwrap(body: unknown): unknown {
	const isWrapper = isObject(body) && !('id' in body) && typeof body.data === 'object' && body.data !== null;
	return isWrapper ? body.data : (body ?? {});
}

/** What the API says of a success; it need not say anything. */
export function messageOf(body: unknown): string {
	const said = [body, unwrap(body)].map((part) => (isObject(part) ? part.message : undefined));
	return (said.find((message) => typeof message === 'string') as string | undefined) ?? 'Done';
}

/** The record of an answer, or the id and the message where there is none. */
export function recordOr(id: string, body: unknown): IDataObject {
	const record = unwrap(body);
	return isObject(record) && record.id !== undefined ? record : { ...(isObject(record) && record), id, message: messageOf(body) };
}

/** The name of a downloaded file, in either of the forms that HTTP has for it. */
export function fileNameIn({ 'content-disposition': disposition = '' }: Answer['headers']): string | undefined {
	const encoded = /filename\*=(?:UTF-8'[^']*')?([^;]+)/i.exec(disposition)?.[1];
	if (encoded === undefined) return /filename="?([^";]+)/i.exec(disposition)?.[1];
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}
