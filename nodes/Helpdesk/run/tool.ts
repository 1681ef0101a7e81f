import type { INode, ITaskDataConnections } from 'n8n-workflow';

import type { ErrorText } from '../../../transport';

type Untyped = Partial<{ inputData: ITaskDataConnections }>;

export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** A model reads only the message. n8n replaces a message with an error code by advice to retry, so the code is removed. */
export function textForAgent(text: ErrorText, node: Pick<INode, 'type'>): ErrorText {
	if (!isTool(node)) return text;
	const description = text.description.replace(/ ?\([A-Z][A-Z0-9_]+\)$/, '');
	const message = [text.message.replace(/[^.!?]$/, '$&.'), description].join(' ').trim();
	return { ...text, message, description };
}

/** The arguments of a tool call are the same object in every try. */
export function callOf(context: object): object | undefined {
	return (context as Untyped).inputData?.ai_tool?.[0]?.[0]?.json;
}
