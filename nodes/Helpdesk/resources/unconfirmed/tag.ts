import { InputError } from '../../../../transport';
import { tagId } from '../../../shared/fields/locators';
import { additionalBody, mergeTargetField, nameField, nameFrom, tagIdsField, underGivenNames, withNamed } from '../../fields/fieldNames';
import { name } from '../../fields/contact';
import { getAll, operationsOn } from '../operations';
import { changingTags, foundOrCreated } from '../../run/findOrCreateTag';
import { deletedOutput, messageOutput, record, recordOrMessage } from '../../run/outputs';
import { like, list, oneOf, text } from '../../../shared/fields/build';

export const recordName = text('name', 'The name under which people find it', { required: true, placeholder: 'e.g. Urgent' });

const tagIds = list('tagIds', 'tags', 'The tags to work on', { displayName: 'Tags', required: true, sent: false });

const tagToKeep = like(tagId, { displayName: 'Keep This Tag', description: 'The tag that stays, in place of the others' });

const tagsToMerge = list('tagIds', 'tags', 'The tags that are merged into the one that is kept, and are gone then', {
	displayName: 'Tags to Merge Into It',
	required: true,
	sent: false,
});

export const ifTagExists = oneOf(
	'ifTagExists',
	"What to do if a tag has this name already, in capitals or not. 'created' in the output shows it.",
	{
		create: ['Create Another', 'Create one more tag of the same name'],
		use: ['Use the Existing One', 'Output the tag that has the name already'],
	},
	{ displayName: 'If It Exists', default: 'use', sent: false },
);

export const tagOperations = operationsOn({
	tag: {
		getMany: { ...getAll('tags', 'listTags'), instead: 'Inbox → Get Tags, for each inbox' },
		create: {
			action: 'Create tag',
			description: 'Create a tag, or get the one that has the name already',
			operationId: 'createTag',
			alsoUses: ['listTags'],
			undo: 'Tag: Delete takes it back',
			fields: [recordName],
			additionalFields: [additionalBody],
			options: [ifTagExists, nameField],
			body: underGivenNames({ name: nameField }),
			output: foundOrCreated(record()),
		},
		update: {
			action: 'Update tag',
			description: 'Change the name or other fields of a tag',
			operationId: 'updateTag',
			undo: 'Tag: Update with the values of before takes it back',
			updateFields: [name, additionalBody],
			options: [nameField],
			body: underGivenNames({ name: nameField }),
			output: changingTags(recordOrMessage('tagId')),
		},
		delete: {
			action: 'Delete tag',
			description: 'Delete a tag of the organization',
			operationId: 'deleteTag',
			notice: 'noUndo',
			output: changingTags(deletedOutput('tagId')),
		},
		merge: {
			action: 'Merge tags',
			description: 'Merge several tags into one',
			operationId: 'mergeTags',
			notice: 'noUndo',
			fields: [tagToKeep, tagsToMerge],
			additionalFields: [additionalBody],
			options: [tagIdsField, mergeTargetField],
			body: (input, { tag_id: target, ...fields }) => {
				const ids = input.tagIds as string[];
				if (ids.includes(target as string)) throw new InputError("'Tags to Merge Into It' has the tag to keep", 'Leave it out there.');
				return { ...fields, [nameFrom(input, tagIdsField)]: ids, [nameFrom(input, mergeTargetField)]: target };
			},
			output: changingTags(messageOutput('tagId')),
		},
		updateMany: {
			action: 'Update many tags',
			description: "Change several tags in one request, by 'Advanced: Additional Body (JSON)'",
			operationId: 'batchUpdateTags',
			undo: 'Tag: Update Many with the values of before takes it back',
			fields: [tagIds],
			updateFields: [additionalBody],
			options: [tagIdsField],
			body: withNamed('tagIds', tagIdsField),
			output: changingTags(messageOutput('tagIds')),
		},
		deleteMany: {
			action: 'Delete many tags',
			description: 'Delete several tags in one request',
			operationId: 'batchDeleteTags',
			notice: 'noUndo',
			fields: [tagIds],
			additionalFields: [additionalBody],
			options: [tagIdsField],
			body: withNamed('tagIds', tagIdsField),
			output: changingTags(deletedOutput('tagIds')),
		},
	},
});
