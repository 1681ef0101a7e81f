import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const deleteConversation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a conversation',
	description: 'Move a conversation to the trash, from where Restore takes it back',
	endpoint: 'DELETE /conversation/{conversation_id}',
	patOnly: true,
	fields: [conversationId],
	output: done('conversationId'),
};
