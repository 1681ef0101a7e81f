import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const unsnooze: Operation = {
	name: 'Unsnooze',
	value: 'unsnooze',
	action: 'Unsnooze a conversation',
	description: 'Bring a snoozed conversation back at once',
	endpoint: 'DELETE /conversation/{conversation_id}/unsnooze',
	fields: [conversationId],
	output: done('conversationId'),
};
