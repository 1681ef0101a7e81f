import { conversationId, tagId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const addTag: Operation = {
	name: 'Add Tag',
	value: 'addTag',
	action: 'Add a tag to a conversation',
	description: 'Put a tag on a conversation',
	endpoint: 'POST /conversation/{conversation_id}/tags',
	fields: [conversationId, tagId],
	body: ({ tagId }) => ({ tag: tagId as string }),
	output: done('conversationId'),
};
