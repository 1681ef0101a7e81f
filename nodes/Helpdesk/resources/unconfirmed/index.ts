import type { Resource } from '../../operation';
import { attachmentOperations } from './attachment';
import { conversationOperations } from './conversation';
import { organizationOperations } from './organization';
import { savedReplyOperations } from './savedReply';
import { tagOperations } from './tag';

/** Operations whose path the API documentation does not show, named by what they act on. */
export const unconfirmed: Resource = {
	name: 'More (Unconfirmed)',
	value: 'unconfirmed',
	description: 'Tags, saved replies, reports and more that your helpdesk may have',
	operations: [...tagOperations, ...savedReplyOperations, ...conversationOperations, ...attachmentOperations, ...organizationOperations],
};
