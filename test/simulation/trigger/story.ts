import { EVENT_NAMES, isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import type { EventName as ChosenEvent } from '../../../nodes/HelpdeskTrigger/core/events';
import type { Trouble } from './answers';
import type { ContactField, WatchedField } from './records';

export const MINUTE = 60_000;

/** Events of messages. */
export const MESSAGE_EVENTS: ChosenEvent[] = ['customerMessage', 'teammateReplied', 'noteAdded'];

/** Events that ask for a state. */
export const REACHED_EVENTS = EVENT_NAMES.filter(
	(event) => !isOfContacts(event) && !['conversationCreated', 'conversationUpdated', ...MESSAGE_EVENTS].includes(event),
);
export type ReachedEvent = ChosenEvent;

/** What the user chose of the events that ask for a state. */
export interface ReachedSetup {
	events: ReachedEvent[];
	assignedTo: 'anybody' | 'teammates' | 'nobody';
	/** Whether only one tag, and one value of the custom field, counts. */
	isChoosy: boolean;
	afterMinutes: number;
	/** Counted from nine to five, Monday to Friday, in UTC. */
	hasHours: boolean;
}

export const ASIDE = ['snooze', 'spam', 'plan', 'note', 'draft', 'automatic'] as const;

export const EVENTS = ['conversationCreated', 'conversationUpdated', 'customerMessage', 'contactCreated'] as const;
/** Those, changes of contacts, and all that ask for a state, which are chosen together. */
export type EventName = (typeof EVENTS)[number] | 'contactUpdated' | 'reached';

/** One thing that happens. `pick` chooses among what is there, so that a step stays the same without the others. */
export type Deed =
	| { do: 'create' | 'createAndClose'; inbox: number; count: number; isTogether: boolean }
	| { do: 'change'; field: WatchedField; count: number; newest: boolean }
	| { do: 'message'; by: 'contact' | 'teammate'; count: number; newest: boolean }
	| { do: 'aside'; what: (typeof ASIDE)[number]; count: number; newest: boolean }
	| { do: 'move'; inbox: number; count: number; newest: boolean }
	| { do: 'remove'; count: number; newest: boolean }
	| { do: 'createContacts' | 'touchContacts' | 'changeContacts' | 'removeContacts'; count: number }
	| { do: 'weather'; trouble: Trouble; minutes: number; inbox?: number }
	| { do: 'kill' | 'reactivate'; minutes: number }
	| { do: 'addInbox' | 'removeInbox'; inbox: number }
	| { do: 'correctStartFrom'; hours: number }
	| { do: 'watch'; fields: WatchedField[] }
	| { do: 'choose'; reached: ReachedSetup }
	| { do: 'leaveEvent' | 'returnToEvent' | 'testRun' | 'overlap' };

export type Step = Deed & {
	/** Before which poll; 0 is the activation. */
	turn: number;
	/** How far into the time before it, from 0 up to 1. */
	at: number;
	/** At which request of that poll instead, from 1. */
	request?: number;
	pick: number;
};

/** What the user set up, and what is there. */
export interface Setup {
	event: EventName;
	/** Watched from the beginning; others exist. */
	inboxes: number[];
	allInboxes: number;
	/** Conversations of each inbox before the activation, over so many days. */
	backlog: number[];
	days: number;
	everyMinutes: number;
	fields: WatchedField[];
	lookBackMinutes: number;
	maxEvents: number;
	conversationsPerPoll: number;
	/** Hours before the activation; after it where negative. */
	startFromHours?: number;
	/** After the end it stays quiet for so many polls. */
	quietPolls: number;
	/** Of events that ask for a state. */
	reached?: ReachedSetup;
	/** Chosen in the same trigger: shares what is read, and is not judged. */
	beside?: ChosenEvent;
	/** Chosen together with Customer Message. */
	messages?: ChosenEvent[];
	/** Of Contact Updated. */
	contactFields?: ContactField[];
}

export interface Story {
	setup: Setup;
	steps: Step[];
	turns: number;
}
