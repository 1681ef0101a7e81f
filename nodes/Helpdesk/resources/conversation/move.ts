import { conversationId, inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const move: Operation = {
	name: 'Move',
	value: 'move',
	action: 'Move a conversation to an inbox',
	description: 'Move a conversation to another inbox',
	endpoint: 'POST /conversation/{conversation_id}/move',
	fields: [conversationId, inboxId],
	output: done('conversationId'),
};
