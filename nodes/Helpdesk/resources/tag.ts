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
import { name, recordName } from '../fields/records';
import { tagIds, tagsToMerge, tagToKeep } from '../fields/several';
import { ifTagExists } from '../fields/tag';
import type { Resource } from '../operation';
import { changingTags, foundOrCreated } from '../run/findOrCreateTag';
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
			instead: 'Inbox → Get Tags, for each inbox',
			fields: [returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Create',
			value: 'create',
			action: 'Create tag',
			description:
				"Create a tag, or get the one that has the name already. Fields beyond its name are not known: add them under 'Additional Fields'.",
			operationId: 'createTag',
			alsoUses: ['listTags'],
			undo: 'Delete takes it back',
			fields: [recordName],
			additionalFields: [additionalBody],
			options: [ifTagExists, nameField],
			body: underGivenNames({ name: nameField }),
			output: foundOrCreated(record()),
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
			output: changingTags(recordOrMessage('tagId')),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete tag',
			description: 'Delete a tag for good, also from the conversations that have it: this cannot be taken back',
			operationId: 'deleteTag',
			notice: 'forGood',
			fields: [tagId],
			output: changingTags(deletedOutput('tagId')),
		},
		{
			name: 'Merge',
			value: 'merge',
			action: 'Merge tags',
			description: 'Merge several tags into one, which their conversations then have instead: there is no way to undo it',
			operationId: 'mergeTags',
			notice: 'noUndo',
			fields: [tagToKeep, tagsToMerge],
			additionalFields: [additionalBody],
			options: [tagIdsField, mergeTargetField],
			body: (input, { tag_id: target, ...fields }) => {
				const ids = input.tagIds as string[];
				if (ids.includes(target as string)) {
					throw new InputError(
						"'Tags to Merge Into It' has the tag to keep",
						"A tag cannot be merged into itself: leave it out of 'Tags to Merge Into It'.",
					);
				}
				return { ...fields, [nameFrom(input, tagIdsField)]: ids, [nameFrom(input, mergeTargetField)]: target };
			},
			output: changingTags(messageOutput('tagId')),
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			action: 'Update many tags',
			description: "Change several tags in one request. Which fields it takes is not known: give them as 'Advanced: Additional Body (JSON)'.",
			operationId: 'batchUpdateTags',
			undo: 'Update Many with the values of before takes it back',
			fields: [tagIds],
			updateFields: [additionalBody],
			options: [tagIdsField],
			body: withNamed('tagIds', tagIdsField),
			output: changingTags(messageOutput('tagIds')),
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
			output: changingTags(deletedOutput('tagIds')),
		},
	],
};
