import { InputError } from '../../../transport';
import { simplify } from '../../shared/fields/paging';
import type { Field, ReadContext } from '../../shared/field';
import { IN_ZONE, utcDate } from '../../shared/fields/date';
import { choice } from '../../shared/fields/readers';
import { closedStatuses, customerMarks } from '../../shared/fields/waiting';
import { REACHED_EVENTS } from '../core/views';
import { CONVERSATION_EVENTS, optionFor } from './event';

const conversationsPerPoll: Field = {
	property: {
		displayName: 'Conversations per Poll',
		name: 'conversationsPerPoll',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description:
			'How many of the newest conversations of each inbox are looked at in every poll; each started hundred costs a request. Older ones are looked at in turn, about 80 a poll.',
	},
	read: wholeNumber(1, 5_000),
};

const lookBack: Field = {
	property: {
		displayName: 'Look Back (Minutes)',
		name: 'lookBack',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description: 'How much later than its own timestamp a conversation may appear in the listing without being missed',
	},
	read: wholeNumber(1, 1_440),
};

const maxEventsPerPoll: Field = {
	property: {
		displayName: 'Max Events per Poll',
		name: 'maxEventsPerPoll',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 500,
		description: 'How many items one run of the workflow gets at most; the others follow in the next polls, in order',
	},
	read: wholeNumber(1, 5_000),
};

const startFrom: Field = {
	property: {
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		hint: `${IN_ZONE}.`,
		description:
			'From when on things count, in the time zone of the workflow unless the value has one of its own. Without it, from the activation on. It counts once, for the inboxes chosen then; change it to correct it. A time to come holds back new conversations and messages, not changes of older conversations.',
	},
	read: utcDate,
};

const unknownChanges: Field = {
	property: {
		displayName: 'Unknown Changes',
		name: 'unknownChanges',
		type: 'options',
		options: [
			{ name: 'Leave Out', value: 'leaveOut', description: 'Only changes whose value before is known' },
			{ name: 'Tell', value: 'tell', description: 'As an event whose changes come from null' },
		],
		default: 'tell',
		description: 'What to do with a conversation that was changed before the trigger first saw it, or that it had to forget',
	},
	read: choice('tell', 'leaveOut'),
};

export const options: Field[] = [
	optionFor(['customerWaiting'], closedStatuses),
	optionFor(['conversationUpdated', 'customerMessage', ...REACHED_EVENTS], conversationsPerPoll),
	optionFor(['customerMessage', 'customerWaiting', 'teammateReplied'], customerMarks),
	optionFor(CONVERSATION_EVENTS, lookBack),
	maxEventsPerPoll,
	simplify,
	optionFor(CONVERSATION_EVENTS, startFrom),
	optionFor(['conversationUpdated', ...REACHED_EVENTS], unknownChanges),
];

function wholeNumber(least: number, most: number) {
	return (value: unknown, { label }: ReadContext): number => {
		const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
		if (Number.isInteger(number) && number >= least && number <= most) return number;
		throw new InputError(`${label} must be a whole number from ${least} to ${most}`, "Change it under 'Options'.");
	};
}
