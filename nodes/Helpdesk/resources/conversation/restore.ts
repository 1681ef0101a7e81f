import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const restore: Operation = {
	name: 'Restore',
	value: 'restore',
	action: 'Restore a conversation',
	description: 'Take a conversation back from the trash',
	endpoint: 'PATCH /conversation/{conversation_id}/restore',
	patOnly: true,
	fields: [conversationId],
	output: done('conversationId'),
};
