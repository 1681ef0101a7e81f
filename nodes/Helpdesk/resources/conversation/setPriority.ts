import { conversationId } from '../../fields/locators';
import { priority } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const setPriority: Operation = {
	name: 'Set Priority',
	value: 'setPriority',
	action: 'Set the priority of a conversation',
	description: 'Set how urgent a conversation is',
	endpoint: 'PUT /conversation/{conversation_id}/update/priority',
	fields: [conversationId, priority],
	output: done('conversationId'),
};
