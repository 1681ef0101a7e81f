import { automationId, inboxId } from '../../shared/fields/locators';
import { simpleAutomation } from '../../shared/simplify';
import type { Resource } from '../operation';
import { anyList, record } from '../run/outputs';
import { operationsOf } from './operations';

export const automation: Resource = {
	name: 'Automation',
	value: 'automation',
	description: 'What the helpdesk itself does with the conversations of an inbox',
	operations: operationsOf({
		get: {
			action: 'Get automation',
			description: 'Get one automation of an inbox by its ID',
			operationId: 'getAutomation',
			fields: [inboxId, automationId],
			output: record(simpleAutomation),
		},
		getMany: {
			action: 'Get automations of inbox',
			description: 'Get all automations of an inbox: what the helpdesk itself does when something happens',
			operationId: 'listAutomations',
			fields: [inboxId],
			output: anyList(simpleAutomation),
		},
	}),
};
