import type { Handlers } from '../call';
import { attachmentHandlers } from './attachments';
import { batchAndNeighbourHandlers } from './batchAndNeighbours';
import { contactHandlers } from './contacts';
import { conversationHandlers } from './conversations';
import { inboxHandlers } from './inboxes';
import { knowledgeBaseHandlers } from './knowledgeBases';
import { mergeAndSplitHandlers } from './mergeAndSplit';
import { messageHandlers } from './messages';
import { reportHandlers } from './reports';
import { savedReplyHandlers } from './savedReplies';
import { scheduledReplyHandlers } from './scheduledReplies';
import { searchHandlers } from './search';
import { tagHandlers } from './tags';
import { userHandlers } from './users';

/** What each endpoint does, by its operationId in the contract. */
export const handlers: Handlers = {
	...attachmentHandlers,
	...batchAndNeighbourHandlers,
	...contactHandlers,
	...conversationHandlers,
	...inboxHandlers,
	...knowledgeBaseHandlers,
	...mergeAndSplitHandlers,
	...messageHandlers,
	...reportHandlers,
	...savedReplyHandlers,
	...scheduledReplyHandlers,
	...searchHandlers,
	...tagHandlers,
	...userHandlers,
};
