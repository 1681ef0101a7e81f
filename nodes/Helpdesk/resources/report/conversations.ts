import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const conversations: Operation = {
	name: 'Conversations',
	value: 'conversations',
	action: 'Report on conversations',
	description: 'Get the report on conversations of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /reports/{inbox_id}/conversations',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
