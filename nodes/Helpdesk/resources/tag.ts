import { forgetTags } from '../../shared';
import { name, recordName, additionalBody, nameField } from '../fields';
import type { Output, Resource } from '../operation';
import { deletedOutput, outputOf, record, recordOrMessage } from '../run/outputs';
import { getAll, operationsOf } from './operations';

/** Forgets cached tags, so that later items find new names. */
const changingTags = (output: Output) =>
	outputOf(output.form, (call) => output(call).finally(() => forgetTags(call.lookup)));

export const tag: Resource = {
	name: 'Tag',
	value: 'tag',
	description: 'The tags of the organization. Add Tag and Remove Tag are under Conversation.',
	operations: operationsOf({
		getMany: { ...getAll('tags', 'listTags'), instead: 'Inbox → Get Tags, for each inbox' },
		create: {
			action: 'Create tag',
			operationId: 'createTag',
			undo: 'Delete undoes it',
			fields: [recordName],
			additionalFields: [additionalBody],
			named: { name: nameField },
			output: changingTags(record()),
		},
		update: {
			action: 'Update tag',
			operationId: 'updateTag',
			updateFields: [name, additionalBody],
			named: { name: nameField },
			output: changingTags(recordOrMessage('tagId')),
		},
		delete: {
			action: 'Delete tag',
			operationId: 'deleteTag',
			notice: 'noUndo',
			output: changingTags(deletedOutput('tagId')),
		},
	}),
};
