import type { Resource } from '../../operation';
import { attachmentOperations } from './attachment';
import { conversationOperations } from './conversation';
import { organizationOperations } from './organization';
import { savedReplyOperations } from './savedReply';
import { tagOperations } from './tag';

/** The specification does not show the paths of these operations. */
export const unconfirmed: Resource = {
	name: 'More (Unconfirmed)',
	value: 'unconfirmed',
	description: 'Tags, saved replies, reports and more that your helpdesk may have',
	operations: [...tagOperations, ...savedReplyOperations, ...conversationOperations, ...attachmentOperations, ...organizationOperations],
};
