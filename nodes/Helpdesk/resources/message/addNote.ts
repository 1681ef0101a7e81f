import { mentionedIds, message } from '../../fields/content';
import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const addNote: Operation = {
	name: 'Add Note',
	value: 'addNote',
	action: 'Add a note to a conversation',
	description: 'Write an internal note that only teammates see',
	endpoint: 'POST /conversation/{conversation_id}/note',
	fields: [conversationId, message],
	additionalFields: [mentionedIds],
	output: done('conversationId'),
};
