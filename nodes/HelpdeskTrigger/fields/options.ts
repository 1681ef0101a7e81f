import { simplify, number, oneOf, outputFields, time, closedStatuses, Field, IN_ZONE } from '../../shared';
import type { EventName } from '../core/events';
import { CONVERSATION_EVENTS, optionFor } from './events';

const conversationsPerPoll = number(
	'conversationsPerPoll',
	'How many of the newest conversations of each inbox each poll reads, besides 100 older ones',
	100,
	{ displayName: 'Conversations per Poll', typeOptions: { maxValue: 5_000 } },
);

const lookBack = number('lookBack', 'How late your helpdesk may list a conversation', 10, {
	displayName: 'Look Back (Minutes)',
	typeOptions: { maxValue: 1_440 },
});

const maxEventsPerPoll = number(
	'maxEventsPerPoll',
	'Maximum items per run of the workflow. The next polls emit the others, in order.',
	500,
	{ displayName: 'Max Events per Poll', typeOptions: { maxValue: 5_000 } },
);

const startFrom = time(
	'startFrom',
	'Report conversations and messages from this time on; by default, from when you publish',
	{ hint: `${IN_ZONE}. Used once, for the inboxes chosen then.` },
);

const unknownChanges = oneOf(
	'unknownChanges',
	'What to do with a change whose previous value is not known',
	{
		leaveOut: 'Leave Out',
		emit: ['Emit', 'Without the previous value'],
	},
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
