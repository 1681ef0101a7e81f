import { additionalQuery } from '../../fields/content';
import { inboxId } from '../../fields/locators';
import { limit, returnAll } from '../../fields/paging';
import type { Operation } from '../../operation';
import { unconfirmedList } from '../../run/unconfirmedList';

export const getSavedReplies: Operation = {
	name: 'Get Saved Replies',
	value: 'getSavedReplies',
	action: 'Get the saved replies of an inbox',
	description: 'Get the saved replies that can be used in an inbox',
	endpoint: 'GET /inboxes/{inbox_id}/saved-replies',
	provisional: true,
	fields: [inboxId, returnAll, limit],
	options: [additionalQuery],
	output: unconfirmedList(),
};
