import type { IDataObject } from 'n8n-workflow';

import { InputError, isBlank } from '../../../../transport';
import type { Input } from '../../../shared/field';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Tags that show nothing, unlike an image. */
const FRAME = /<\/?(?:p|br|div|span)\s*\/?>|&nbsp;/gi;

/** Escapes typed text and keeps its line breaks. Throws {InputError} for HTML that shows nothing. */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat === 'html') {
		if (!isBlank(text.replace(FRAME, ''))) return text;
		throw new InputError("'Message' is empty", 'Its HTML shows nothing. Enter a text between the tags.');
	}
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/\r\n|\r|\n/g, '<br>');
}

export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}
