import { conversationId } from '../../fields/locators';
import { simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';
import { simpleConversation } from '../../run/simplify';

export const getPrevious: Operation = {
	name: 'Get Previous',
	value: 'getPrevious',
	action: 'Get the previous conversation',
	description: 'Get the conversation that comes before another one in its inbox',
	endpoint: 'GET /conversation/{conversation_id}/previous',
	provisional: true,
	fields: [conversationId],
	options: [simplify],
	output: record(simpleConversation),
};
