import { name } from '../../fields/contact';
import { additionalBody } from '../../fields/content';
import { nameField, underGivenNames } from '../../fields/fieldNames';
import { tagId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { recordOrDone } from '../../run/outputs';

export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a tag',
	description: 'Change the name or other fields of a tag',
	endpoint: 'PUT /settings/tags/{tag_id}',
	provisional: true,
	fields: [tagId],
	updateFields: [name, additionalBody],
	options: [nameField],
	body: underGivenNames({ name: nameField }),
	output: recordOrDone('tagId'),
};
