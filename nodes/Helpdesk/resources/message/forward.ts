import { conversationId } from '../../fields/locators';
import { body, messageId, to } from '../../fields/message';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const forward: Operation = {
	name: 'Forward',
	value: 'forward',
	action: 'Forward a message',
	description: 'Send a message of a conversation to other e-mail addresses; it cannot be taken back',
	endpoint: 'POST /conversation/{conversation_id}/forward',
	fields: [conversationId, messageId, to, body],
	output: done('conversationId'),
};
