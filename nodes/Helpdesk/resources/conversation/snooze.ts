import { conversationId } from '../../fields/locators';
import { snoozedUntil } from '../../fields/time';
import { type } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const snooze: Operation = {
	name: 'Snooze',
	value: 'snooze',
	action: 'Snooze a conversation',
	description: 'Put a conversation away until a time',
	endpoint: 'PUT /conversation/{conversation_id}/snooze',
	fields: [conversationId, snoozedUntil, type],
	output: done('conversationId'),
};
