import { InputError } from '../../../transport';
import { tagId } from '../../shared/fields/locators';
import { limit, returnAll } from '../../shared/fields/paging';
import {
	additionalBody,
	additionalQuery,
	mergeTargetField,
	nameField,
	nameFrom,
	tagIdsField,
	underGivenNames,
	withNamed,
} from '../fields/fieldNames';
import { name, recordName, tagIds } from '../fields/records';
import type { Resource } from '../operation';
import { anyList, deletedOutput, messageOutput, record, recordOrMessage } from '../run/outputs';

export const tag: Resource = {
	name: 'Tag',
	value: 'tag',
	description: 'The tags that can be put on conversations',
	operations: [
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many tags',
			description: 'Get the tags of the organization',
			operationId: 'listTags',
			fields: [returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Create',
			value: 'create',
			action: 'Create tag',
			description: 'Create a tag. Fields beyond its name are not known: give them as Additional Body.',
			operationId: 'createTag',
			undo: 'Delete takes it back',
			fields: [recordName],
			additionalFields: [additionalBody],
			options: [nameField],
			body: underGivenNames({ name: nameField }),
			output: record(),
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update tag',
			description: 'Change the name or other fields of a tag',
			operationId: 'updateTag',
			undo: 'Update with the values of before takes it back',
			fields: [tagId],
			updateFields: [name, additionalBody],
			options: [nameField],
			body: underGivenNames({ name: nameField }),
			output: recordOrMessage('tagId'),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete tag',
			description: 'Delete a tag for good, also from the conversations that have it: this cannot be taken back',
			operationId: 'deleteTag',
			notice: 'forGood',
			fields: [tagId],
			output: deletedOutput('tagId'),
		},
		{
			name: 'Merge',
			value: 'merge',
			action: 'Merge tags',
			description: 'Merge several tags into one, which their conversations then have instead: there is no way to undo it',
			operationId: 'mergeTags',
			notice: 'noUndo',
			fields: [tagId, tagIds],
			additionalFields: [additionalBody],
			options: [tagIdsField, mergeTargetField],
			body: (input, { tag_id: target, ...fields }) => {
				const ids = input.tagIds as string[];
				if (ids.includes(target as string)) {
					throw new InputError("'Tags' names the tag itself", "A tag cannot be merged into itself: leave it out of 'Tags'.");
				}
				return { ...fields, [nameFrom(input, tagIdsField)]: ids, [nameFrom(input, mergeTargetField)]: target };
			},
			output: messageOutput('tagId'),
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			action: 'Update many tags',
			description: 'Change several tags in one request. Which fields it takes is not known: give them as Additional Body.',
			operationId: 'batchUpdateTags',
			undo: 'Update Many with the values of before takes it back',
			fields: [tagIds],
			updateFields: [additionalBody],
			options: [tagIdsField],
			body: withNamed('tagIds', tagIdsField),
			output: messageOutput('tagIds'),
		},
		{
			name: 'Delete Many',
			value: 'deleteMany',
			action: 'Delete many tags',
			description: 'Delete several tags in one request and for good, also from the conversations that have them: this cannot be taken back',
			operationId: 'batchDeleteTags',
			notice: 'forGood',
			fields: [tagIds],
			additionalFields: [additionalBody],
			options: [tagIdsField],
			body: withNamed('tagIds', tagIdsField),
			output: deletedOutput('tagIds'),
		},
	],
};
