import { additionalBody } from '../../fields/content';
import { nameField, underGivenNames } from '../../fields/fieldNames';
import { recordName } from '../../fields/tag';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a tag',
	description: 'Create a tag. Fields beyond its name are not known: give them as Additional Body.',
	endpoint: 'POST /settings/tags',
	provisional: true,
	fields: [recordName],
	additionalFields: [additionalBody],
	options: [nameField],
	body: underGivenNames({ name: nameField }),
	output: record(),
};
