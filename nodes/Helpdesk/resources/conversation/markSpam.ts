import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const markSpam: Operation = {
	name: 'Mark as Spam',
	value: 'markSpam',
	action: 'Mark a conversation as spam',
	description: 'Mark a conversation as spam; Unmark as Spam takes it back',
	endpoint: 'POST /conversation/{conversation_id}/spam',
	fields: [conversationId],
	output: done('conversationId'),
};
