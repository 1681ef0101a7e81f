import { InputError } from '../../../../transport';
import { tagId } from '../../../shared/fields/locators';
import { additionalBody, mergeTargetField, nameField, tagIdsField } from '../../fields/fieldNames';
import { name } from '../../fields/contact';
import type { Output } from '../../operation';
import { getAll, operationsOn } from '../operations';
import { forgetTags } from '../../../shared/lookup/tags';
import { deletedOutput, messageOutput, outputOf, record, recordOrMessage } from '../../run/outputs';
import { like, list, text } from '../../../shared/fields/build';

export const recordName = text('name', 'The name under which people find it', {
	required: true,
	placeholder: 'e.g. Urgent',
});

const tagIds = list('tagIds', 'tags', 'The tags to work on', { displayName: 'Tags', required: true });

const tagToKeep = like(tagId, {
	displayName: 'Keep This Tag',
	description: 'The tag that stays, in place of the others',
});

const tagsToMerge = list('tagIds', 'tags', 'The tags that are merged into the one that is kept, and are gone then', {
	displayName: 'Tags to Merge Into It',
	required: true,
});

/** Forgets cached tags, so that later items find new names. */
const changingTags = (output: Output): Output =>
	outputOf(output.form, async (call) => await output(call).finally(() => forgetTags(call.lookup)));

export const tagOperations = operationsOn({
	tag: {
		getMany: { ...getAll('tags', 'listTags'), instead: 'Inbox → Get Tags, for each inbox' },
		create: {
			action: 'Create tag',
			description: 'Create a tag of the organization',
			operationId: 'createTag',
			undo: 'Tag: Delete takes it back',
			fields: [recordName],
			additionalFields: [additionalBody],
			named: { name: nameField },
			output: changingTags(record()),
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
