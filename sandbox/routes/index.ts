import type { Handlers } from '../call';
import { contactHandlers } from './contacts';
import { conversationHandlers } from './conversations';
import { inboxHandlers } from './inboxes';
import { mergeAndSplitHandlers } from './mergeAndSplit';
import { messageHandlers } from './messages';
import { scheduledReplyHandlers } from './scheduledReplies';
import { searchHandlers } from './search';
import { userHandlers } from './users';

/** What each endpoint does, by its operationId in the contract. */
export const handlers: Handlers = {
	...contactHandlers,
	...conversationHandlers,
	...inboxHandlers,
	...mergeAndSplitHandlers,
	...messageHandlers,
	...scheduledReplyHandlers,
	...searchHandlers,
	...userHandlers,
};
