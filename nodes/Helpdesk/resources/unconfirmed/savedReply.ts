import { additionalBody, messageField, nameField } from '../../fields/fieldNames';
import { messageText, replyText } from '../../fields/message';
import { name } from '../../fields/contact';
import { recordName } from './tag';
import { getAll, operationsOn } from '../operations';
import { deletedOutput, record, recordOrMessage } from '../../run/outputs';

const named = { name: nameField, message: messageField };

export const savedReplyOperations = operationsOn({
	savedReply: {
		getMany: getAll('saved replies', 'listSavedReplies'),
		create: {
			action: 'Create saved reply',
			description: 'Create a saved reply',
			operationId: 'createSavedReply',
			undo: 'Saved Reply: Delete takes it back',
			fields: [recordName, replyText],
			additionalFields: [additionalBody],
			named,
			output: record(),
		},
		update: {
			action: 'Update saved reply',
			description: 'Change the name or the text of a saved reply',
			operationId: 'updateSavedReply',
			updateFields: [name, messageText, additionalBody],
			named,
			output: recordOrMessage('savedReplyId'),
		},
		delete: {
			action: 'Delete saved reply',
			description: 'Delete a saved reply',
			operationId: 'deleteSavedReply',
			notice: 'noUndo',
			output: deletedOutput('savedReplyId'),
		},
		use: {
			action: 'Use saved reply',
			description: 'Tell the helpdesk that a saved reply is used, and get what it answers',
			operationId: 'useSavedReply',
			additionalFields: [additionalBody],
			output: recordOrMessage('savedReplyId'),
		},
	},
});
