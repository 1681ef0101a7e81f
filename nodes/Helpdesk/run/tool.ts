import type { INode, ITaskDataConnections } from 'n8n-workflow';

import type { ErrorText } from '../../../transport';

/** What n8n's contexts have beside what their types tell. */
type Untyped = Partial<{ inputData: ITaskDataConnections }>;

/** Whether the node is a tool of an AI agent. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * The failure as an AI agent has to get it: of an error n8n hands a model the message alone, so what to do stands in it.
 * The code of a broken connection does not: n8n would put a text of its own in place of one with such a code, and that
 * tells a model to send the request again.
 */
export function textForAgent(text: ErrorText, node: Pick<INode, 'type'>): ErrorText {
	if (!isTool(node)) return text;
	const description = text.description.replace(/ ?\([A-Z][A-Z0-9_]+\)$/, '');
	const message = [text.message.replace(/[^.!?]$/, '$&.'), description].join(' ').trim();
	return { ...text, message, description };
}

/**
 * What the model called the tool with, which is the same object in every try of one call and another one in another call;
 * undefined where the node is a step of the workflow. Older agents begin a new run with every try.
 */
export function callOf(context: object): object | undefined {
	return (context as Untyped).inputData?.ai_tool?.[0]?.[0]?.json;
}
