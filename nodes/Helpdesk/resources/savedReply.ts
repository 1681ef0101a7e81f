import { name, recordName, additionalBody, messageField, nameField, messageText, replyText } from '../fields';
import type { Resource } from '../operation';
import { deletedOutput, record, recordOrMessage } from '../run/outputs';
import { getAll, operationsOf } from './operations';

const named = { name: nameField, message: messageField };

export const savedReply: Resource = {
	name: 'Saved Reply',
	value: 'savedReply',
	description: 'Texts that teammates insert into replies',
	operations: operationsOf({
		getMany: getAll('saved replies', 'listSavedReplies'),
		create: {
			action: 'Create saved reply',
			operationId: 'createSavedReply',
			undo: 'Delete undoes it',
			fields: [recordName, replyText],
			additionalFields: [additionalBody],
			named,
			output: record(),
		},
		update: {
			action: 'Update saved reply',
			operationId: 'updateSavedReply',
			updateFields: [name, messageText, additionalBody],
			named,
			output: recordOrMessage('savedReplyId'),
		},
		delete: {
			action: 'Delete saved reply',
			operationId: 'deleteSavedReply',
			notice: 'noUndo',
			output: deletedOutput('savedReplyId'),
		},
	}),
};
