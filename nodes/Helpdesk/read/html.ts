import type { IDataObject } from 'n8n-workflow';

import type { Input } from '../operation';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The message as the HTML that the API takes: typed text is escaped and keeps its line breaks, HTML is sent as it is. */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat === 'html') return text;
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/\r\n|\r|\n/g, '<br>');
}

/** A body whose message, if there is one, is HTML. */
export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}
