import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const unmarkSpam: Operation = {
	name: 'Unmark as Spam',
	value: 'unmarkSpam',
	action: 'Unmark a conversation as spam',
	description: 'Remove the spam mark of a conversation',
	endpoint: 'DELETE /conversation/{conversation_id}/spam',
	fields: [conversationId],
	output: done('conversationId'),
};
