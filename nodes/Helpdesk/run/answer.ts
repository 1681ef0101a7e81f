import type { IDataObject } from 'n8n-workflow';

import { unwrap, type Answer } from '../../../transport';
import { isObject } from '../read/isObject';

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
