import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const productivity: Operation = {
	name: 'Productivity',
	value: 'productivity',
	action: 'Report on productivity',
	description: 'Get the report on productivity of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /reports/{inbox_id}/productivity',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
