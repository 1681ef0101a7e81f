import { pageIn, currentUserIn } from '../../../transport';
import { limit, returnAll, sort } from '../../shared/fields/paging';
import { simpleAutomation, simpleTeammate } from '../../shared/simplify';
import type { Resource } from '../operation';
import { anyList, list, record } from '../run/outputs';
import { getOne, operationsOf } from './operations';

export const inbox: Resource = {
	name: 'Inbox',
	value: 'inbox',
	description: 'The mailboxes and channels in which conversations arrive',
	operations: operationsOf({
		getTags: {
			action: 'Get tags of inbox',
			description: 'Get the tags that can be put on the conversations of an inbox',
			operationId: 'listInboxTags',
			fields: [returnAll, limit],
			sorting: [sort],
			output: list('simple', pageIn.query),
		},
	}),
};

export const user: Resource = {
	name: 'Teammate',
	value: 'user',
	description: 'The teammates who work in the helpdesk',
	operations: operationsOf({
		get: getOne('teammate', 'getUser', record(simpleTeammate)),
		getCurrent: {
			action: 'Get current teammate',
			description:
				"Get the owner of the access token. With 'Simplify' off, other fields of the answer are output too.",
			operationId: 'getCurrentUser',
			output: record(simpleTeammate, currentUserIn),
		},
	}),
};

export const automation: Resource = {
	name: 'Automation',
	value: 'automation',
	description: 'Rules that the helpdesk applies to the conversations of an inbox',
	operations: operationsOf({
		get: {
			action: 'Get automation',
			description: 'Get one automation of an inbox by its ID',
			operationId: 'getAutomation',
			output: record(simpleAutomation),
		},
		getMany: {
			action: 'Get automations of inbox',
			description: 'Get all automations of an inbox',
			operationId: 'listAutomations',
			output: anyList(simpleAutomation),
		},
	}),
};
