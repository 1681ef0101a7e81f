import { name } from '../../fields/contact';
import { additionalBody, message } from '../../fields/content';
import { messageField, nameField, underGivenNames } from '../../fields/fieldNames';
import { savedReplyId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { recordOrDone } from '../../run/outputs';

export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a saved reply',
	description: 'Change the name or the text of a saved reply. The names of its fields are not known: name and message are assumed.',
	endpoint: 'PUT /saved-replies/{saved_reply_id}',
	provisional: true,
	fields: [savedReplyId],
	updateFields: [name, message, additionalBody],
	options: [nameField, messageField],
	body: underGivenNames({ name: nameField, message: messageField }),
	output: recordOrDone('savedReplyId'),
};
