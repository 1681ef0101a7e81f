import { conversationId, tagId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const removeTag: Operation = {
	name: 'Remove Tag',
	value: 'removeTag',
	action: 'Remove a tag from a conversation',
	description: 'Take a tag off a conversation; the tag itself stays',
	endpoint: 'DELETE /conversation/{conversation_id}/tags',
	fields: [conversationId, tagId],
	body: ({ tagId }) => ({ tag: tagId as string }),
	output: done('conversationId'),
};
