import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get an inbox',
	description: 'Get one inbox by its ID',
	endpoint: 'GET /inboxes/{inbox_id}',
	provisional: true,
	fields: [inboxId],
	options: [additionalQuery],
	output: record(),
};
