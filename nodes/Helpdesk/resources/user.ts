import { currentUserIn } from '../../../transport';
import { userId } from '../../shared/fields/locators';
import { simpleTeammate } from '../../shared/simplify';
import type { Resource } from '../operation';
import { record } from '../run/outputs';
import { operationsOf } from './operations';

export const user: Resource = {
	name: 'Teammate',
	value: 'user',
	description: 'The teammates who work in the helpdesk',
	operations: operationsOf({
		get: {
			action: 'Get teammate',
			description: 'Get one teammate by ID',
			operationId: 'getUser',
			fields: [userId],
			output: record(simpleTeammate),
		},
		getCurrent: {
			action: 'Get current teammate',
			description: "Get the owner of the access token; with 'Simplify' off, what the helpdesk answers beside the teammate too",
			operationId: 'getCurrentUser',
			output: record(simpleTeammate, currentUserIn),
		},
	}),
};
