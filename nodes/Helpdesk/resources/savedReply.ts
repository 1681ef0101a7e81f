import { name, recordName, additionalBody, messageField, nameField, messageText, replyText } from '../fields';
import { deletedOutput, record, recordOrMessage } from '../run/outputs';
import { getAll, resourceOf } from './operations';

const named = { name: nameField, message: messageField };

export const savedReply = resourceOf('savedReply', 'Texts that teammates insert into replies', {
	getMany: getAll('Get many saved replies', 'listSavedReplies'),
	create: {
		operationId: 'createSavedReply',
		undo: 'Delete undoes it',
		fields: [recordName, replyText],
		additionalFields: [additionalBody],
		named,
		output: record(),
	},
	update: {
		operationId: 'updateSavedReply',
		updateFields: [name, messageText, additionalBody],
		named,
		output: recordOrMessage('savedReplyId'),
	},
	delete: {
		operationId: 'deleteSavedReply',
		notice: 'noUndo',
		output: deletedOutput('savedReplyId'),
	},
});
