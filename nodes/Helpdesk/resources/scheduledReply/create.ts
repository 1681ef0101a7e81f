import { message, messageFormat } from '../../fields/content';
import { conversationId } from '../../fields/locators';
import { scheduledAt } from '../../fields/time';
import { status, type } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { withHtmlMessage } from '../../read/html';
import { done } from '../../run/outputs';

export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Schedule a reply',
	description: 'Write a reply that is sent to the customer at a later time',
	endpoint: 'POST /conversation/{conversation_id}/reply/schedule',
	patOnly: true,
	fields: [conversationId, message, messageFormat, scheduledAt],
	additionalFields: [type, status],
	body: withHtmlMessage,
	output: done('conversationId'),
};
