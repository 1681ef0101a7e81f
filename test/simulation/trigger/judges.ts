import { ContactUpdatedJudge } from './contactJudge';
import type { Helpdesk } from './helpdesk';
import type { Findings, Judge } from './judge';
import { MessageJudge } from './messageJudge';
import { ContactCreatedJudge, ConversationCreatedJudge } from './newJudge';
import { ReachedJudge } from './reachedJudge';
import { ReachedStates } from './reachedStates';
import { seenEvents } from './reachedStory';
import { MINUTE, type Setup } from './story';
import { UpdatedJudge } from './updatedJudge';

/** The judge of the event that the user chose. */
export function newJudge(
	{ event, lookBackMinutes, inboxes, reached, contactFields, messages }: Setup,
	helpdesk: Helpdesk,
	findings: Findings,
	watched: () => string[],
): Judge {
	const lookBack = lookBackMinutes * MINUTE;
	switch (event) {
		case 'conversationCreated':
			return new ConversationCreatedJudge(helpdesk, findings, lookBack);
		case 'contactCreated':
			return new ContactCreatedJudge(helpdesk, findings, lookBack);
		case 'contactUpdated':
			return new ContactUpdatedJudge(helpdesk, findings, contactFields!);
		case 'customerMessage':
			return new MessageJudge(helpdesk, findings, lookBack, messages!);
		case 'reached':
			return new ReachedJudge(helpdesk, findings, new ReachedStates(helpdesk, reached!, seenEvents(reached!, inboxes.length, helpdesk.world)));
		default:
			return new UpdatedJudge(helpdesk, findings, watched);
	}
}
