import { additionalBody } from '../../fields/content';
import { nameFrom, tagIdsField } from '../../fields/fieldNames';
import { tagIds } from '../../fields/tag';
import type { Operation } from '../../operation';
import { doneEach } from '../../run/outputs';

export const updateMany: Operation = {
	name: 'Update Many',
	value: 'updateMany',
	action: 'Update many tags',
	description: 'Change several tags in one request. Which fields it takes is not known: give them as Additional Body.',
	endpoint: 'POST /settings/tags/update',
	provisional: true,
	fields: [tagIds],
	updateFields: [additionalBody],
	options: [tagIdsField],
	body: (input, fields) => ({ ...fields, [nameFrom(input, tagIdsField)]: input.tagIds as string[] }),
	output: doneEach('tagIds'),
};
