import { conversationId } from '../../shared/fields/locators';
import { additionalBody } from '../fields/fieldNames';
import { onlyIfUnchangedSince } from '../fields/guards';
import { messageFormat, messageText, scheduledMessageId, withHtmlMessage } from '../fields/message';
import { scheduledAt } from '../fields/times';
import { scheduledType, status } from '../fields/valuesSeen';
import type { Resource } from '../operation';
import { guarded } from '../run/guards/beforeWriting';
import { messageOutput } from '../run/outputs';
import { withMessageId } from '../run/scheduledReply';

export const scheduledReply: Resource = {
	name: 'Scheduled Reply',
	value: 'scheduledReply',
	description: 'Replies that wait to be sent to the customer at a later time',
	operations: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create scheduled reply',
			description: 'Write a reply that is sent to the customer at a later time',
			operationId: 'scheduleReply',
			alsoUses: ['listMessages'],
			undo: 'Cancel takes it back until it is sent',
			fields: [conversationId, messageText, messageFormat, scheduledAt],
			additionalFields: [scheduledType, status],
			options: [additionalBody, onlyIfUnchangedSince],
			body: withHtmlMessage,
			output: guarded(withMessageId(messageOutput('conversationId')), { idField: 'conversationId' }),
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update scheduled reply',
			description: 'Change the time, the text or the status of a reply that waits to be sent',
			operationId: 'updateScheduledReply',
			undo: 'Update with the values of before takes it back until it is sent',
			fields: [conversationId, scheduledMessageId],
			updateFields: [scheduledAt, messageText, messageFormat, status],
			options: [additionalBody, onlyIfUnchangedSince],
			body: withHtmlMessage,
			output: guarded(messageOutput('messageId'), { idField: 'messageId' }),
		},
		{
			name: 'Cancel',
			value: 'cancel',
			action: 'Cancel scheduled reply',
			description: 'Cancel a reply that waits to be sent; its text is lost',
			operationId: 'unscheduleReply',
			notice: 'forGood',
			fields: [conversationId, scheduledMessageId],
			output: messageOutput('messageId'),
		},
		{
			name: 'Send Now',
			value: 'sendNow',
			action: 'Send scheduled reply now',
			description: 'Send a scheduled reply to the customer at once; it cannot be taken back',
			operationId: 'sendScheduledReplyNow',
			notice: 'toCustomer',
			fields: [conversationId, scheduledMessageId],
			options: [onlyIfUnchangedSince],
			output: guarded(messageOutput('messageId'), { idField: 'messageId' }),
		},
	],
};
