import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../../transport';
import { showsSomething, Input } from '../../../shared';
import { markdownAsHtml } from './markdown';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapedHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Throws {InputError} for HTML or Markdown that shows nothing. */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat !== 'html' && messageFormat !== 'markdown')
		return escapedHtml(text).replace(/\r\n|\r|\n/g, '<br>');
	const html = messageFormat === 'html' ? text : markdownAsHtml(text);
	if (showsSomething(html)) return html;
	throw new InputError("'Message' is empty", 'Enter a text that people see.');
}

export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}
