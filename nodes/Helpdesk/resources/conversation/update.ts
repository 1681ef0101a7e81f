import { assignTo, subject, tags } from '../../fields/conversation';
import { conversationId } from '../../fields/locators';
import { status } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a conversation',
	description: 'Change the status, assignee, tags or subject of a conversation',
	endpoint: 'PATCH /conversation/{conversation_id}',
	fields: [conversationId],
	updateFields: [status, assignTo, tags, subject],
	output: done('conversationId'),
};
