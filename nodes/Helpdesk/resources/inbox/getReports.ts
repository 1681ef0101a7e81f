import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const getReports: Operation = {
	name: 'Get Reports',
	value: 'getReports',
	action: 'Get the reports of an inbox',
	description: 'Get the figures of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /inboxes/{inbox_id}/reports',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
