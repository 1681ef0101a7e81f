import { savedReplyId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { done } from '../../run/outputs';

export const deleteSavedReply: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a saved reply',
	description: 'Delete a saved reply for good: this cannot be taken back',
	endpoint: 'DELETE /saved-replies/{saved_reply_id}',
	provisional: true,
	fields: [savedReplyId],
	output: done('savedReplyId'),
};
