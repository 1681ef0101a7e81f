import { simplify, number, oneOf, outputFields, time, closedStatuses } from '../../shared/fields';
import type { Field } from '../../shared/field';
import { IN_ZONE } from '../../shared/names';
import type { EventName } from '../core/events';
import { CONVERSATION_EVENTS, optionFor } from './event';

const conversationsPerPoll = number(
	'conversationsPerPoll',
	'How many of the newest conversations of each inbox a poll reads, besides 100 older ones in turn',
	100,
	{ displayName: 'Conversations per Poll', typeOptions: { maxValue: 5_000 } },
);

const lookBack = number(
	'lookBack',
	'How late a conversation may appear in the list of your helpdesk without being missed',
	10,
	{
		displayName: 'Look Back (Minutes)',
		typeOptions: { maxValue: 1_440 },
	},
);

const maxEventsPerPoll = number(
	'maxEventsPerPoll',
	'How many items one run of the workflow gets at most. The next polls emit the others, in order.',
	500,
	{ displayName: 'Max Events per Poll', typeOptions: { maxValue: 5_000 } },
);

const startFrom = time(
	'startFrom',
	'From when conversations and messages count; by default, from when you publish the workflow',
	{ hint: `${IN_ZONE}. It is applied once, to the inboxes chosen then.` },
);

const unknownChanges = oneOf(
	'unknownChanges',
	'What to do with a change whose earlier value is not known',
	{
		leaveOut: ['Leave Out', 'Emit only changes whose earlier value is known'],
		emit: ['Emit', 'Emit the change without the earlier value'],
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
