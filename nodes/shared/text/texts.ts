import type { IDataObject } from 'n8n-workflow';

import { filledText } from '../values';
import { isHtml } from './htmlTags';

export interface MessageTexts {
	html?: string;
	text?: string;
}

/** A body that is no HTML is plain text with line breaks. */
export function textsOf({ html_body: html, text_body: text }: IDataObject): MessageTexts {
	const body = filledText(html) ?? '';
	return isHtml(body) ? { html: body, text: filledText(text) } : { text: filledText(text) ?? filledText(body) };
}
