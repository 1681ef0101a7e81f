import { InputError } from '../../../../transport';
import { additionalBody } from '../../fields/content';
import { mergeTargetField, nameFrom, tagIdsField } from '../../fields/fieldNames';
import { tagId } from '../../fields/locators';
import { tagIds } from '../../fields/tag';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const merge: Operation = {
	name: 'Merge',
	value: 'merge',
	action: 'Merge tags',
	description: 'Merge several tags into one, which their conversations then have instead: there is no way to undo it',
	endpoint: 'POST /settings/tags/merge',
	provisional: true,
	fields: [tagId, tagIds],
	additionalFields: [additionalBody],
	options: [tagIdsField, mergeTargetField],
	body: (input, { tag_id: target, ...fields }) => {
		const ids = input.tagIds as string[];
		if (ids.includes(target as string)) {
			throw new InputError('Tags names the tag itself', 'A tag cannot be merged into itself: leave it out of Tags.');
		}
		return { ...fields, [nameFrom(input, tagIdsField)]: ids, [nameFrom(input, mergeTargetField)]: target };
	},
	output: done('tagId'),
};
