import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const happiness: Operation = {
	name: 'Happiness',
	value: 'happiness',
	action: 'Report on the happiness of customers',
	description: 'Get the report on the happiness of customers of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /reports/{inbox_id}/happiness',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
