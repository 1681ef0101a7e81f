import { contactId, conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const changeContact: Operation = {
	name: 'Change Contact',
	value: 'changeContact',
	action: 'Change the contact of a conversation',
	description: 'Give a conversation another contact, the person it is with',
	endpoint: 'PATCH /conversation/{conversation_id}/change-contact',
	patOnly: true,
	fields: [conversationId, contactId],
	output: done('conversationId'),
};
