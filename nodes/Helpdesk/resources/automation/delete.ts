import { automationId, inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const deleteAutomation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete an automation',
	description: 'Delete an automation of an inbox for good: this cannot be taken back. Needs the permission delete_automations; what it did to conversations stays.',
	endpoint: 'DELETE /inboxes/{inbox_id}/automations/{automation_id}',
	provisional: true,
	patOnly: true,
	fields: [inboxId, automationId],
	output: done('automationId'),
};
