import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../../transport';
import { showsSomething } from '../../../shared/text/words';
import type { Input } from '../../../shared/field';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes typed text. Throws {InputError} for HTML that shows nothing. */
export function htmlMessage({ message, messageFormat }: Input): string {
	const text = message as string;
	if (messageFormat === 'html') {
		if (showsSomething(text)) return text;
		throw new InputError("'Message' is empty", 'Its HTML shows nothing. Enter a text between the tags.');
	}
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/\r\n|\r|\n/g, '<br>');
}

export function withHtmlMessage(input: Input, fields: IDataObject): IDataObject {
	return input.message === undefined ? fields : { ...fields, message: htmlMessage(input) };
}
