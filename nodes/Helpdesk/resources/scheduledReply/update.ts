import { message, messageFormat } from '../../fields/content';
import { conversationId } from '../../fields/locators';
import { messageId } from '../../fields/message';
import { scheduledAt } from '../../fields/time';
import { status } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { withHtmlMessage } from '../../read/html';
import { done } from '../../run/outputs';

export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a scheduled reply',
	description: 'Change the time, the text or the status of a reply that waits to be sent',
	endpoint: 'PATCH /conversation/{conversation_id}/scheduled/{message_id}',
	patOnly: true,
	fields: [conversationId, messageId],
	updateFields: [scheduledAt, message, messageFormat, status],
	body: withHtmlMessage,
	output: done('messageId'),
};
