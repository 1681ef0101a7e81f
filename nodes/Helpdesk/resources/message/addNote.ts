import { mentionedIds, message } from '../../fields/content';
import { conversationId } from '../../fields/locators';
import { checkBeforeRetrying } from '../../fields/once';
import type { Operation } from '../../operation';
import { checkedBeforeRetrying } from '../../run/once/checkBeforeRetrying';
import { done } from '../../run/outputs';

export const addNote: Operation = {
	name: 'Add Note',
	value: 'addNote',
	action: 'Add a note to a conversation',
	description: 'Write an internal note that only teammates see',
	endpoint: 'POST /conversation/{conversation_id}/note',
	fields: [conversationId, message],
	additionalFields: [mentionedIds],
	options: [checkBeforeRetrying],
	output: checkedBeforeRetrying(done('conversationId'), ({ message }) => message as string),
};
