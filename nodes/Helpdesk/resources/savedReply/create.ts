import { additionalBody, message } from '../../fields/content';
import { messageField, nameField, underGivenNames } from '../../fields/fieldNames';
import { recordName } from '../../fields/tag';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a saved reply',
	description: 'Create a saved reply. The names of its fields are not known: name and message are assumed.',
	endpoint: 'POST /saved-replies',
	provisional: true,
	fields: [recordName, message],
	additionalFields: [additionalBody],
	options: [nameField, messageField],
	body: underGivenNames({ name: nameField, message: messageField }),
	output: record(),
};
