import type { Handlers } from '../call';
import { contactHandlers } from './contacts';
import { conversationHandlers } from './conversations';
import { inboxHandlers } from './inboxes';
import { messageHandlers } from './messages';
import { searchHandlers } from './search';
import { userHandlers } from './users';

/** What each endpoint does, by its operationId in the contract. */
export const handlers: Handlers = {
	...contactHandlers,
	...conversationHandlers,
	...inboxHandlers,
	...messageHandlers,
	...searchHandlers,
	...userHandlers,
};
