import { pageIn } from '../../../transport';
import { inboxId } from '../../shared/fields/locators';
import { limit, returnAll, sort } from '../../shared/fields/paging';
import type { Resource } from '../operation';
import { list } from '../run/outputs';
import { operationsOf } from './operations';

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'The mailboxes and channels in which conversations arrive',
	operations: operationsOf({
		getTags: {
			action: 'Get tags of inbox',
			description: 'Get the tags that can be put on the conversations of an inbox',
			operationId: 'listInboxTags',
			fields: [inboxId, returnAll, limit],
			sorting: [sort],
			output: list('simple', pageIn.query),
		},
	}),
};
