import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { anything } from '../../run/outputs';

export const recentRatings: Operation = {
	name: 'Recent Ratings',
	value: 'recentRatings',
	action: 'Report on the recent ratings',
	description: 'Get the report on the recent ratings of an inbox. Which dates and filters it takes is not known: give them as Additional Query.',
	endpoint: 'GET /reports/{inbox_id}/recent-ratings',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: anything,
};
