import type { Helpdesk } from './helpdesk';
import type { Findings, Judge } from './judge';
import { ContactCreatedJudge, ConversationCreatedJudge, MessageJudge } from './onceJudge';
import type { Topic } from './scenario';
import type { Settings } from './settings';
import { StateJudge } from './stateJudge';
import { EventStates, FieldStates } from './states';

const JUDGES: Record<Topic, (settings: Settings, helpdesk: Helpdesk, findings: Findings) => Judge> = {
	conversationCreated: (settings, helpdesk, findings) => new ConversationCreatedJudge(helpdesk, findings, settings),
	contactCreated: (settings, helpdesk, findings) => new ContactCreatedJudge(helpdesk, findings, settings),
	customerMessage: (settings, helpdesk, findings) => new MessageJudge(helpdesk, findings, settings),
	conversationUpdated: (settings, helpdesk, findings) =>
		new StateJudge(helpdesk, findings, new FieldStates(settings, helpdesk, false)),
	contactUpdated: (settings, helpdesk, findings) =>
		new StateJudge(helpdesk, findings, new FieldStates(settings, helpdesk, true)),
	states: (settings, helpdesk, findings) => new StateJudge(helpdesk, findings, new EventStates(settings, helpdesk)),
};

export const judgeOf = (settings: Settings, helpdesk: Helpdesk, findings: Findings) =>
	JUDGES[settings.setup.topic](settings, helpdesk, findings);
