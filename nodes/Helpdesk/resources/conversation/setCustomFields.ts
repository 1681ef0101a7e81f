import type { IDataObject } from 'n8n-workflow';

import { customFields, customFieldsJson, customFieldsMode } from '../../fields/customFields';
import { conversationId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const setCustomFields: Operation = {
	name: 'Set Custom Fields',
	value: 'setCustomFields',
	action: 'Set custom fields of a conversation',
	description: 'Set values of custom fields of a conversation, by key',
	endpoint: 'PATCH /conversation/{conversation_id}/custom-fields',
	fields: [conversationId, customFieldsMode, customFields, customFieldsJson],
	body: ({ customFields, customFieldsJson }) => (customFields ?? customFieldsJson) as IDataObject,
	output: done('conversationId'),
};
