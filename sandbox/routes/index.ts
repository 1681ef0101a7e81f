import type { Handlers } from '../call';
import { contactHandlers } from './contacts';
import { conversationHandlers } from './conversations';
import { inboxHandlers } from './inboxes';
import { messageHandlers } from './messages';
import { organizationHandlers } from './organization';

/** The handlers by the operationId of the contract. */
export const handlers: Handlers = {
	...contactHandlers,
	...conversationHandlers,
	...inboxHandlers,
	...messageHandlers,
	...organizationHandlers,
};
