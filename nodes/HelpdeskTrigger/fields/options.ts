import { simplify, number, oneOf, outputFields, time, closedStatuses, Field, IN_ZONE } from '../../shared';
import { EventName } from '../core/events';
import { CONVERSATION_EVENTS, optionFor } from './events';

const conversationsPerPoll = number(
	'conversationsPerPoll',
	'In each inbox, a poll reads this many of the newest conversations, and 100 older ones.',
	100,
	{ displayName: 'Conversations per Poll', typeOptions: { maxValue: 5_000 } },
);

const lookBack = number(
	'lookBack',
	'How late, in minutes, a conversation may appear in the lists of your helpdesk',
	10,
	{ displayName: 'Look Back (Minutes)', typeOptions: { maxValue: 1_440 } },
);

const maxEventsPerPoll = number(
	'maxEventsPerPoll',
	'Maximum items per run of the workflow. The next polls emit the others, in order.',
	500,
	{ displayName: 'Max Events per Poll', typeOptions: { maxValue: 5_000 } },
);

const startFrom = time(
	'startFrom',
	'Conversations and messages from this time on start the workflow. Empty: from publishing on.',
	{ hint: `${IN_ZONE}. Each value is used once, for the inboxes chosen at that time.` },
);

const unknownChanges = oneOf(
	'unknownChanges',
	'What to do with a change whose previous value is not known',
	{ leaveOut: 'Leave Out', emit: ['Emit', 'Without the previous value'] },
	{ default: 'emit' },
);

const allBut = (...events: EventName[]) => CONVERSATION_EVENTS.filter((event) => !events.includes(event));

export const options: Field[] = [
	optionFor(['customerWaiting'], closedStatuses),
	optionFor(allBut('conversationCreated'), conversationsPerPoll),
	optionFor(CONVERSATION_EVENTS, lookBack),
	outputFields,
	maxEventsPerPoll,
	simplify,
	optionFor(CONVERSATION_EVENTS, startFrom),
	optionFor(allBut('conversationCreated', 'customerMessage'), unknownChanges),
];
