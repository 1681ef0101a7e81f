import { conversationId } from '../../fields/locators';
import { messageId } from '../../fields/message';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const cancel: Operation = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a scheduled reply',
	description: 'Cancel a reply that waits to be sent; its text is lost',
	endpoint: 'DELETE /conversation/{conversation_id}/reply/unschedule/{message_id}',
	patOnly: true,
	fields: [conversationId, messageId],
	output: done('messageId'),
};
