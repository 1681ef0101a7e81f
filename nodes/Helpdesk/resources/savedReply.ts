import { savedReplyId } from '../../shared/fields/locators';
import { limit, returnAll } from '../../shared/fields/paging';
import { additionalBody, additionalQuery, messageField, nameField, underGivenNames } from '../fields/fieldNames';
import { messageText, textToKeep } from '../fields/message';
import { name, recordName } from '../fields/records';
import type { Resource } from '../operation';
import { anyList, deletedOutput, record, recordOrMessage } from '../run/outputs';

export const savedReply: Resource = {
	name: 'Saved Reply',
	value: 'savedReply',
	description: 'Texts that are kept for replies',
	operations: [
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many saved replies',
			description: 'Get the saved replies of the organization',
			operationId: 'listSavedReplies',
			fields: [returnAll, limit],
			options: [additionalQuery],
			output: anyList(),
		},
		{
			name: 'Create',
			value: 'create',
			action: 'Create saved reply',
			description: 'Create a saved reply. The API documentation does not show the names of its fields: name and message are sent.',
			operationId: 'createSavedReply',
			undo: 'Delete takes it back',
			fields: [recordName, textToKeep],
			additionalFields: [additionalBody],
			options: [nameField, messageField],
			body: underGivenNames({ name: nameField, message: messageField }),
			output: record(),
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update saved reply',
			description:
				'Change the name or the text of a saved reply. The API documentation does not show the names of its fields: name and message are sent.',
			operationId: 'updateSavedReply',
			undo: 'Update with the values of before takes it back',
			fields: [savedReplyId],
			updateFields: [name, messageText, additionalBody],
			options: [nameField, messageField],
			body: underGivenNames({ name: nameField, message: messageField }),
			output: recordOrMessage('savedReplyId'),
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete saved reply',
			description: 'Delete a saved reply for good: this cannot be taken back',
			operationId: 'deleteSavedReply',
			notice: 'forGood',
			fields: [savedReplyId],
			output: deletedOutput('savedReplyId'),
		},
		{
			name: 'Use',
			value: 'use',
			action: 'Use saved reply',
			description: 'Tell the helpdesk that a saved reply is used, and get what it answers',
			operationId: 'useSavedReply',
			fields: [savedReplyId],
			additionalFields: [additionalBody],
			output: recordOrMessage('savedReplyId'),
		},
	],
};
