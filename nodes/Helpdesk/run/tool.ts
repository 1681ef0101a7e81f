import type { INode, ITaskDataConnections } from 'n8n-workflow';

import type { ErrorText } from '../../../transport';

/** What n8n's contexts have beside what their types tell. */
type Untyped = Partial<{ inputData: ITaskDataConnections }>;

/** The failure as an AI agent has to get it: of an error n8n hands a model the message alone, so what to do stands in it. */
export function forWhoReads(text: ErrorText, { type }: Pick<INode, 'type'>): ErrorText {
	const { message, description } = text;
	if (!type.endsWith('Tool') || !description) return text;
	return { ...text, message: `${/[.!?]$/.test(message) ? message : `${message}.`} ${description}` };
}

/**
 * What the model called the tool with, which is the same object in every try of one call and another one in another call;
 * undefined where the node is a step of the workflow. Older agents begin a new run with every try.
 */
export function callOf(context: object): object | undefined {
	return (context as Untyped).inputData?.ai_tool?.[0]?.[0]?.json;
}
