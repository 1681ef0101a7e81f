import { pageIn } from '../../../transport';
import { inboxId } from '../../shared/fields/locators';
import { limit, returnAll, sort } from '../../shared/fields/paging';
import { additionalQuery } from '../fields/fieldNames';
import type { Resource } from '../operation';
import { anyList, anything, list, record } from '../run/outputs';

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'The mailboxes and channels in which conversations arrive',
	operations: [
		{
			name: 'Get Tags',
			value: 'getTags',
			action: 'Get tags of inbox',
			description: 'Get the tags that can be put on the conversations of an inbox',
			operationId: 'listInboxTags',
			fields: [inboxId, returnAll, limit],
			sorting: [sort],
			output: list('simple', pageIn.query),
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get inbox',
			description: 'Get one inbox by its ID',
			operationId: 'getInbox',
			fields: [inboxId],
			options: [additionalQuery],
			output: record(),
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many inboxes',
			description: 'Get the inboxes of the organization',
			operationId: 'listInboxes',
			instead: "Conversation → Get Mine, where each has the ID of its inbox as 'inbox_id'",
			fields: [returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Get Saved Replies',
			value: 'getSavedReplies',
			action: 'Get saved replies of inbox',
			description: 'Get the saved replies that can be used in an inbox',
			operationId: 'listInboxSavedReplies',
			fields: [inboxId, returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Get Custom Fields',
			value: 'getCustomFields',
			action: 'Get custom fields of inbox',
			description: 'Get the fields of your own that the conversations of an inbox can have',
			operationId: 'listInboxCustomFields',
			instead: "Conversation → Get, with 'Simplify' off: 'custom_field_values' has the fields that are filled in",
			fields: [inboxId, returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Get Reports',
			value: 'getReports',
			action: 'Get reports of inbox',
			description:
				"Get the figures of an inbox. Which dates and filters it takes is not known: give them as 'Advanced: Additional Query (JSON)'.",
			operationId: 'getInboxReports',
			fields: [inboxId],
			options: [additionalQuery],
			output: anything,
		},
	],
};
