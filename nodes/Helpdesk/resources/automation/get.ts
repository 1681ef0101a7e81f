import { automationId, inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get an automation',
	description: 'Get one automation of an inbox by its ID',
	endpoint: 'GET /inboxes/{inbox_id}/automations/{automation_id}',
	patOnly: true,
	fields: [inboxId, automationId],
	output: record(),
};
