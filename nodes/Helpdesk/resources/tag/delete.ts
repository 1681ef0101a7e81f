import { tagId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const deleteTag: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a tag',
	description: 'Delete a tag for good, also from the conversations that have it: this cannot be taken back',
	endpoint: 'DELETE /settings/tags/{tag_id}',
	provisional: true,
	fields: [tagId],
	output: done('tagId'),
};
