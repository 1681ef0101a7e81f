import type { INodeExecutionData } from 'n8n-workflow';

import { InputError, isObject, pathSegment, unwrap } from '../../../transport';
import type { Input } from '../operation';
import { isId, keyOf, recall, type Lookup } from './lookup';

/**
 * The inbox in which a conversation is.
 *
 * @throws {InputError} where the answer does not say (specification, Fields not shown: the full view)
 */
export async function inboxOfConversation(lookup: Lookup, conversationId: unknown): Promise<string> {
	const path = `/conversation/${pathSegment(conversationId, 'Conversation')}`;
	const inboxId = await recall(lookup, question(conversationId), async () => {
		const { body } = await lookup.send({ method: 'GET', path });
		const conversation = unwrap(body);
		return isObject(conversation) ? conversation.inbox_id : undefined;
	});
	if (isId(inboxId)) return String(inboxId);
	throw new InputError('The helpdesk does not say in which inbox the conversation is', 'Choose the tag by its ID.');
}

/** Conversations that pass by tell their inbox for nothing: what was listed before need not be asked for one by one. */
export function learnInboxes(lookup: Lookup, input: Input, outputs: INodeExecutionData[]): void {
	const learn = (conversationId: unknown, inboxId: unknown) =>
		lookup.cache.learn(keyOf(lookup, question(conversationId)), inboxId);
	for (const { json } of outputs) {
		if ('ticket_id' in json && isId(json.inbox_id)) learn(json.id, json.inbox_id);
	}
	// It was moved there.
	if (input.conversationId && input.inboxId) learn(input.conversationId, input.inboxId);
}

function question(conversationId: unknown): string {
	return `inbox of ${String(conversationId)}`;
}
