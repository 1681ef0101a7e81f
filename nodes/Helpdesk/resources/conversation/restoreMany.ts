import { additionalBody } from '../../fields/content';
import { conversationIds } from '../../fields/conversation';
import { idsField, nameFrom } from '../../fields/fieldNames';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { doneEach } from '../../run/outputs';

export const restoreMany: Operation = {
	name: 'Restore Many',
	value: 'restoreMany',
	action: 'Restore many conversations',
	description: 'Take several conversations of an inbox back from the trash in one request',
	endpoint: 'POST /inboxes/{inbox_id}/batch/restore',
	provisional: true,
	fields: [inboxId, conversationIds],
	options: [idsField, additionalBody],
	body: (input, fields) => ({ ...fields, [nameFrom(input, idsField)]: input.conversationIds as string[] }),
	output: doneEach('conversationIds'),
};
