import { additionalBody } from '../../fields/content';
import { nameFrom, tagIdsField } from '../../fields/fieldNames';
import { tagIds } from '../../fields/tag';
import type { Operation } from '../../operation';
import { doneEach } from '../../run/outputs';

export const deleteMany: Operation = {
	name: 'Delete Many',
	value: 'deleteMany',
	action: 'Delete many tags',
	description: 'Delete several tags in one request and for good, also from the conversations that have them: this cannot be taken back',
	endpoint: 'POST /settings/tags/delete',
	provisional: true,
	fields: [tagIds],
	additionalFields: [additionalBody],
	options: [tagIdsField],
	body: (input, fields) => ({ ...fields, [nameFrom(input, tagIdsField)]: input.tagIds as string[] }),
	output: doneEach('tagIds'),
};
