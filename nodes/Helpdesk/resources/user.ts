import { userId } from '../../shared/fields/locators';
import { limit, returnAll } from '../../shared/fields/paging';
import { simpleTeammate } from '../../shared/simplify';
import { tellWhatIsThere } from '../fields/found';
import type { Resource } from '../operation';
import { anyList, record } from '../run/outputs';
import { currentUser } from '../run/whatIsThere';

export const user: Resource = {
	name: 'User',
	value: 'user',
	description: 'The teammates who work in the helpdesk',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get teammate',
			description: 'Get one teammate by ID',
			operationId: 'getUser',
			fields: [userId],
			output: record(simpleTeammate),
		},
		{
			name: 'Get Current',
			value: 'getCurrent',
			action: 'Get current user',
			description: "Get the owner of the access token; with 'Simplify' off, organization and counts too",
			operationId: 'getCurrentUser',
			options: [tellWhatIsThere],
			output: currentUser(simpleTeammate),
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many teammates',
			description: 'Get the teammates of the organization',
			operationId: 'listUsers',
			instead: 'User → Get, for each ID that conversations have as assignable_id',
			fields: [returnAll, limit],
			output: anyList(simpleTeammate),
		},
	],
};
