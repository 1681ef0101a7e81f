import {
	onlyIfUnchangedSince,
	messageFormat,
	messageText,
	newSendingTime,
	scheduledAt,
	scheduledType,
	status,
	timeFields,
	withTimeOf,
} from '../fields';
import { withHtmlMessage } from '../run/text/htmlMessage';
import { messageOutput, withTime } from '../run/outputs';
import { scheduledReplies, withMessageId } from '../run/scheduledReply';
import { changed, whoGotIt, resourceOf } from './operations';

const updated = messageOutput('conversationId', true);

export const scheduledReply = resourceOf('scheduledReply', 'Replies to be sent to the customer at a later time', {
	create: {
		operationId: 'scheduleReply',
		whoGotIt: whoGotIt.scheduled,
		notice: 'scheduled',
		alsoUses: ['listMessages'],
		fields: [messageText, messageFormat, ...timeFields(scheduledAt)],
		fillIn: withTimeOf(scheduledAt),
		additionalFields: [scheduledType, status],
		options: [onlyIfUnchangedSince],
		body: withHtmlMessage,
		output: withTime(scheduledAt, withMessageId(changed)),
	},
	getMany: {
		action: 'Get many scheduled replies',
		description: 'Get the replies of a conversation that wait to be sent',
		operationId: 'listMessages',
		output: scheduledReplies,
	},
	update: {
		operationId: 'updateScheduledReply',
		whoGotIt: whoGotIt.waiting,
		undo: 'Update with the previous values undoes it before it is sent',
		updateFields: [...newSendingTime, messageText, messageFormat, status],
		fillIn: withTimeOf(scheduledAt),
		options: [onlyIfUnchangedSince],
		body: withHtmlMessage,
		output: withTime(scheduledAt, updated),
	},
	cancel: {
		operationId: 'unscheduleReply',
		whoGotIt: whoGotIt.waiting,
		notice: 'noUndo',
		output: updated,
	},
	sendNow: {
		action: 'Send scheduled reply now',
		operationId: 'sendScheduledReplyNow',
		whoGotIt: whoGotIt.sentNow,
		notice: 'toCustomer',
		options: [onlyIfUnchangedSince],
		output: updated,
	},
});
