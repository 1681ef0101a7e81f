import { forgetTags } from '../../shared';
import { name, recordName, additionalBody, nameField } from '../fields';
import { Output } from '../operation';
import { deletedOutput, outputOf, record, recordOrMessage } from '../run/outputs';
import { getAll, resourceOf } from './operations';

/** Forgets cached tags, so that later items find new names. */
const changingTags = (output: Output) =>
	outputOf(output.form, (call) => output(call).finally(() => forgetTags(call.lookup)));

export const tag = resourceOf('tag', 'The tags of the organization. Add Tag and Remove Tag are under Conversation.', {
	getMany: { ...getAll('Get many tags', 'listTags'), instead: 'Inbox → Get Tags, for each inbox' },
	create: {
		operationId: 'createTag',
		undo: 'Delete undoes it',
		fields: [recordName],
		additionalFields: [additionalBody],
		named: { name: nameField },
		output: changingTags(record()),
	},
	update: {
		operationId: 'updateTag',
		updateFields: [name, additionalBody],
		named: { name: nameField },
		output: changingTags(recordOrMessage('tagId')),
	},
	delete: {
		operationId: 'deleteTag',
		notice: 'noUndo',
		output: changingTags(deletedOutput('tagId')),
	},
});
