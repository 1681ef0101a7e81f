import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const deleteDraft: Operation = {
	name: 'Delete Draft',
	value: 'deleteDraft',
	action: 'Delete a draft of a reply',
	description: 'Delete your draft in a conversation: its text is lost',
	endpoint: 'POST /conversation/{conversation_id}/draft/delete',
	provisional: true,
	fields: [conversationId],
	output: done('conversationId'),
};
