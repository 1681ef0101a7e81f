import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const agents: Operation = {
	name: 'Agents',
	value: 'agents',
	action: 'Report on agents',
	description: 'Get the report on agents of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /reports/{inbox_id}/agents',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
