import { conversationId } from '../../fields/locators';
import { simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';
import { simpleConversation } from '../../run/simplify';

export const getNext: Operation = {
	name: 'Get Next',
	value: 'getNext',
	action: 'Get the next conversation',
	description: 'Get the conversation that comes after another one in its inbox',
	endpoint: 'GET /conversation/{conversation_id}/next',
	provisional: true,
	fields: [conversationId],
	options: [simplify],
	output: record(simpleConversation),
};
