import type { INode } from 'n8n-workflow';

import type { ErrorText } from '../../shared/errorText';

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
