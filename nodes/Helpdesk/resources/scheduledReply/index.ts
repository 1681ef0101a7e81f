import type { Resource } from '../../operation';
import { cancel } from './cancel';
import { create } from './create';
import { sendNow } from './sendNow';
import { update } from './update';

export const scheduledReply: Resource = {
	name: 'Scheduled Reply',
	value: 'scheduledReply',
	description: 'Replies that wait to be sent to the customer at a later time',
	operations: [create, update, cancel, sendNow],
};
