import { additionalBody } from '../../fields/content';
import { assignTo, conversationIds, subject, tags } from '../../fields/conversation';
import { idsField, nameFrom } from '../../fields/fieldNames';
import { inboxId } from '../../fields/locators';
import { status } from '../../fields/valuesSeen';
import type { Operation } from '../../operation';
import { doneEach } from '../../run/outputs';

export const updateMany: Operation = {
	name: 'Update Many',
	value: 'updateMany',
	action: 'Update many conversations',
	description: 'Change status, assignee, tags or subject of several conversations of an inbox in one request. The API documentation does not show the names of its fields.',
	endpoint: 'POST /inboxes/{inbox_id}/batch/update',
	fields: [inboxId, conversationIds],
	updateFields: [status, assignTo, tags, subject],
	options: [idsField, additionalBody],
	body: (input, fields) => ({ ...fields, [nameFrom(input, idsField)]: input.conversationIds as string[] }),
	output: doneEach('conversationIds'),
};
