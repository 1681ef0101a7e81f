import { additionalBody } from '../../fields/content';
import { savedReplyId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { recordOrDone } from '../../run/outputs';

export const useSavedReply: Operation = {
	name: 'Use',
	value: 'use',
	action: 'Use a saved reply',
	description: 'Tell the helpdesk that a saved reply is used, and get what it answers',
	endpoint: 'POST /saved-replies/{saved_reply_id}/use',
	provisional: true,
	fields: [savedReplyId],
	additionalFields: [additionalBody],
	output: recordOrDone('savedReplyId'),
};
