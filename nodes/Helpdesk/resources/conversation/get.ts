import { conversationId } from '../../fields/locators';
import { simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';
import { simpleConversation } from '../../run/simplify';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a conversation',
	description: 'Get one conversation by its ID',
	endpoint: 'GET /conversation/{conversation_id}',
	fields: [conversationId],
	options: [simplify],
	output: record(simpleConversation),
};
