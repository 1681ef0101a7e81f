import { conversationId } from '../../fields/locators';
import { messageId } from '../../fields/message';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const sendNow: Operation = {
	name: 'Send Now',
	value: 'sendNow',
	action: 'Send a scheduled reply now',
	description: 'Send a scheduled reply to the customer at once; it cannot be taken back',
	endpoint: 'POST /conversation/{conversation_id}/scheduled/{message_id}/send-now',
	patOnly: true,
	fields: [conversationId, messageId],
	output: done('messageId'),
};
