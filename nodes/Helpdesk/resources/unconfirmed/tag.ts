import { InputError } from '../../../../transport';
import { tagId } from '../../../shared/fields/locators';
import { additionalBody, mergeTargetField, nameField, tagIdsField } from '../../fields/fieldNames';
import { name } from '../../fields/contact';
import { getAll, operationsOn } from '../operations';
import { changingTags, foundOrCreated } from '../../run/findOrCreateTag';
import { deletedOutput, messageOutput, record, recordOrMessage } from '../../run/outputs';
import { like, list, oneOf, text } from '../../../shared/fields/build';

export const recordName = text('name', 'The name under which people find it', { required: true, placeholder: 'e.g. Urgent' });

const tagIds = list('tagIds', 'tags', 'The tags to work on', { displayName: 'Tags', required: true });

const tagToKeep = like(tagId, { displayName: 'Keep This Tag', description: 'The tag that stays, in place of the others' });

const tagsToMerge = list('tagIds', 'tags', 'The tags that are merged into the one that is kept, and are gone then', {
	displayName: 'Tags to Merge Into It',
	required: true,
});

export const ifTagExists = oneOf(
	'ifTagExists',
	"What to do if a tag has this name already, in capitals or not. 'created' in the output shows it.",
	{
		create: ['Create Another', 'Create one more tag of the same name'],
		use: ['Use the Existing One', 'Output the tag that has the name already'],
	},
	{ displayName: 'If It Exists', default: 'use' },
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
			options: [ifTagExists],
			named: { name: nameField },
			output: foundOrCreated(record()),
		},
		update: {
			action: 'Update tag',
			description: 'Change the name or other fields of a tag',
			operationId: 'updateTag',
			updateFields: [name, additionalBody],
			named: { name: nameField },
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
			named: { tagIds: tagIdsField, tagId: mergeTargetField },
			body: ({ tagId, tagIds }, fields) => {
				if (!(tagIds as unknown[]).includes(tagId)) return fields;
				throw new InputError("'Tags to Merge Into It' has the tag to keep", 'Leave it out there.');
			},
			output: changingTags(messageOutput('tagId')),
		},
		updateMany: {
			action: 'Update many tags',
			description: "Change several tags in one request, by 'Advanced: Additional Body (JSON)'",
			operationId: 'batchUpdateTags',
			undo: 'Tag: Update Many with the earlier values takes it back',
			fields: [tagIds],
			updateFields: [additionalBody],
			named: { tagIds: tagIdsField },
			output: changingTags(messageOutput('tagIds')),
		},
		deleteMany: {
			action: 'Delete many tags',
			description: 'Delete several tags in one request',
			operationId: 'batchDeleteTags',
			notice: 'noUndo',
			fields: [tagIds],
			additionalFields: [additionalBody],
			named: { tagIds: tagIdsField },
			output: changingTags(deletedOutput('tagIds')),
		},
	},
});
