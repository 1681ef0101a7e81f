import type { IDataObject, IExecutePaginationFunctions, INode, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { readingsOf } from '../../../transport';
import type { ErrorText } from '../../shared/errorText';
import { seen } from '../../shared/text/words';
import { withTexts } from '../../shared/values';

export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * Puts all text into the message, which is all that a model reads. An error code would make n8n replace it by advice to
 * retry.
 */
export function textForAgent(text: ErrorText, node: Pick<INode, 'type'>): ErrorText {
	if (!isTool(node)) return text;
	const description = text.description.replace(/ ?\([A-Z][A-Z0-9_]+\)$/, '');
	const message = [text.message.replace(/[^.!?]$/, '$&.'), description].join(' ').trim();
	return { ...text, message, description };
}

type Inside = Partial<{ additionalData: Partial<IWorkflowExecuteAdditionalData> }>;

/** The part of a link that n8n signs, if a line break has cut it off. */
const SIGNED = /\bsignature=[\da-f]{32}/i;

/** Blanks links that continue a waiting execution: no model may approve its own text. */
export function withoutWaitingLinks(json: IDataObject, context: IExecutePaginationFunctions): IDataObject {
	const { webhookWaitingBaseUrl = '', formWaitingBaseUrl = '' } = (context as Inside).additionalData ?? {};
	const own = [webhookWaitingBaseUrl, formWaitingBaseUrl].flatMap((url) => /[^/]+$/.exec(url) ?? []);
	const paths = ['webhook-waiting', 'form-waiting', ...own].map((name) => `${name}/`.toLowerCase());
	const isLink = (word: string) => SIGNED.test(word) || paths.some((path) => word.toLowerCase().includes(path));
	const blanked = (text: string) =>
		text.replace(/\S{12,}/g, (word) =>
			readingsOf(word).map(seen).some(isLink) ? '[link to a waiting workflow, left out]' : word,
		);
	return withTexts(json, blanked) as IDataObject;
}
