import { automationId, inboxId } from '../../shared/fields/locators';
import { simpleAutomation } from '../../shared/simplify';
import type { Resource } from '../operation';
import { anyList, deletedOutput, record } from '../run/outputs';

export const automation: Resource = {
	name: 'Automation',
	value: 'automation',
	description: 'What the helpdesk itself does with the conversations of an inbox',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get automation',
			description: 'Get one automation of an inbox by its ID',
			operationId: 'getAutomation',
			fields: [inboxId, automationId],
			output: record(simpleAutomation),
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get automations of inbox',
			description: 'Get all automations of an inbox: what the helpdesk itself does when something happens',
			operationId: 'listAutomations',
			fields: [inboxId],
			output: anyList(simpleAutomation),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete automation',
			description:
				'Delete an automation of an inbox for good: this cannot be taken back. Needs the permission delete_automations; what it did to conversations stays.',
			operationId: 'deleteAutomation',
			notice: 'forGood',
			fields: [inboxId, automationId],
			output: deletedOutput('automationId'),
		},
	],
};
