import type { IPollFunctions } from 'n8n-workflow';

import { MissingInboxes } from './inboxes';

/** What lives as long as one activation of the trigger in this process. */
export interface Session {
	isRunning: boolean;
	hasPolled: boolean;
	missing: MissingInboxes;
}

/** The sessions by n8n's context, which is the same for all polls of an activation. */
export class Sessions {
	private readonly byContext = new WeakMap<IPollFunctions, Session>();

	of(context: IPollFunctions): Session {
		const session = this.byContext.get(context) ?? { isRunning: false, hasPolled: false, missing: new MissingInboxes() };
		this.byContext.set(context, session);
		return session;
	}
}
