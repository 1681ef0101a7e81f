import { pageIn } from '../../../../transport';
import { inboxId } from '../../fields/locators';
import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { list } from '../../run/outputs';

export const getTags: Operation = {
	name: 'Get Tags',
	value: 'getTags',
	action: 'Get the tags of an inbox',
	description: 'Get the tags that can be put on the conversations of an inbox',
	endpoint: 'GET /inboxes/{inbox_id}/tags',
	fields: [inboxId, returnAll, limit],
	output: list('simple', pageIn.query),
};
