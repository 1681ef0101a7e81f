import { subject } from '../../fields/conversation';
import { conversationId } from '../../fields/locators';
import { threadEventId } from '../../fields/message';
import { direction, status } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const split: Operation = {
	name: 'Split',
	value: 'split',
	action: 'Split a conversation',
	description: 'Split a conversation at a message: the messages after it become a new conversation; the API has no way to undo it',
	endpoint: 'POST /conversation/{conversation_id}/split',
	patOnly: true,
	fields: [conversationId, threadEventId, direction, subject, status],
	output: done('conversationId'),
};
