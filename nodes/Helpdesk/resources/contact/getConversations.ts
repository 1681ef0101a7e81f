import { contactId } from '../../fields/locators';
import { limit, returnAll, simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';
import { simpleConversation } from '../../run/simplify';

export const getConversations: Operation = {
	name: 'Get Conversations',
	value: 'getConversations',
	action: 'Get the conversations of a contact',
	description: 'Get the conversations that a contact has had',
	endpoint: 'GET /contacts/{contact_id}/conversations',
	provisional: true,
	fields: [contactId, returnAll, limit],
	options: [simplify],
	output: unconfirmedList(simpleConversation),
};
