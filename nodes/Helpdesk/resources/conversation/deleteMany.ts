import { additionalBody } from '../../fields/content';
import { conversationIds } from '../../fields/conversation';
import { idsField, nameFrom } from '../../fields/fieldNames';
import { inboxId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { doneEach } from '../../run/outputs';

export const deleteMany: Operation = {
	name: 'Delete Many',
	value: 'deleteMany',
	action: 'Delete many conversations',
	description: 'Move several conversations of an inbox to the trash in one request, from where Restore Many takes them back',
	endpoint: 'POST /inboxes/{inbox_id}/batch/delete',
	provisional: true,
	patOnly: true,
	fields: [inboxId, conversationIds],
	options: [idsField, additionalBody],
	body: (input, fields) => ({ ...fields, [nameFrom(input, idsField)]: input.conversationIds as string[] }),
	output: doneEach('conversationIds'),
};
