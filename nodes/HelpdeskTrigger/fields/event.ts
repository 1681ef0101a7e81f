import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../../../transport';
import { textList } from '../../shared/fields/readers';
import type { Field, ReadContext } from '../../shared/field';
import type { EventName } from '../core/state';
import { REACHED_EVENTS, type ReachedEvent } from '../core/views';

/** An event as the user chooses it. */
export type ChosenEvent = Exclude<EventName, 'reached'> | ReachedEvent;

export const CONVERSATION_EVENTS: ChosenEvent[] = ['conversationCreated', 'conversationUpdated', 'customerMessage', ...REACHED_EVENTS];

/** The version of the node from which on several events can be chosen; before, a saved workflow holds one as text. */
export const SEVERAL_EVENTS = 1.1;

const choices: Array<INodePropertyOptions & { value: ChosenEvent }> = [
	{ name: 'Assigned', value: 'assigned', description: 'A conversation was assigned, or nobody has it any more' },
	{
		name: 'Contact Created',
		value: 'contactCreated',
		description: 'A contact is new. Reads the whole list of contacts at every poll, at most 30,000 of them.',
	},
	{
		name: 'Contact Updated',
		value: 'contactUpdated',
		description: 'A chosen field of a contact has changed. Reads the whole list of contacts at every poll.',
	},
	{ name: 'Conversation Created', value: 'conversationCreated', description: 'A conversation is new: each one exactly once' },
	{ name: 'Conversation Updated', value: 'conversationUpdated', description: 'A watched field of a conversation has changed' },
	{ name: 'Custom Field Becomes', value: 'customFieldBecame', description: 'A custom field of a conversation has got a value' },
	{
		name: 'Customer Message',
		value: 'customerMessage',
		description: 'A contact has written, in a new conversation or in an old one',
	},
	{ name: 'Customer Waiting', value: 'customerWaiting', description: 'Nobody has answered a customer for a time' },
	{
		name: 'Inbox Changed',
		value: 'inboxChanged',
		description: 'A conversation was moved from one of the chosen inboxes to another of them',
	},
	{ name: 'Marked as Spam', value: 'markedAsSpam', description: 'A conversation has been marked as spam' },
	{ name: 'Note Added', value: 'noteAdded', description: 'Only where the listing of your helpdesk shows a note as the last message' },
	{ name: 'Priority Becomes', value: 'priorityBecame', description: 'A conversation has got a priority' },
	{ name: 'Snoozed', value: 'snoozed', description: 'A conversation has been put away until a time' },
	{ name: 'Status Becomes', value: 'statusBecame', description: 'A conversation has got a status, for example when it is closed' },
	{
		name: 'Tag Added',
		value: 'tagAdded',
		description: 'Only where the listing of your helpdesk carries tags: the API documentation shows none there',
	},
	{
		name: 'Tag Removed',
		value: 'tagRemoved',
		description: 'Only where the listing of your helpdesk carries tags: the API documentation shows none there',
	},
	{ name: 'Teammate Replied', value: 'teammateReplied', description: 'A teammate has written to a customer' },
	{ name: 'Woken', value: 'woken', description: 'A snoozed conversation is back' },
];

const property: INodeProperties = {
	displayName: 'Events',
	name: 'event',
	type: 'multiOptions',
	required: true,
	noDataExpression: true,
	options: choices,
	default: ['conversationCreated'],
	description: 'What starts the workflow. Each item says in its field "event" which one it is.',
};

export const event: Field = { property, read: readEvents };

/** As the editor shows it: several, or one in a node that was saved before there were several. */
export const eventProperties: INodeProperties[] = [
	{ ...property, displayOptions: { show: { '@version': [SEVERAL_EVENTS] } } },
	{
		...property,
		displayName: 'Event',
		type: 'options',
		required: undefined,
		default: 'conversationCreated',
		description: 'What starts the workflow',
		displayOptions: { show: { '@version': [1] } },
	},
];

/** One as text, several as a list. Throws InputError. */
function readEvents(value: unknown, context: ReadContext): ChosenEvent | ChosenEvent[] | undefined {
	const names = choices.map((choice) => choice.value);
	const events = textList(value, context);
	if (!events) return undefined;
	if (events.some((each) => !names.includes(each as ChosenEvent)))
		throw new InputError(`${context.label} must be one of: ${names.join(', ')}`, 'Choose from the list.');
	const chosen = names.filter((name) => events.includes(name));
	return typeof value === 'string' && chosen.length === 1 ? chosen[0] : chosen;
}

/** The field, shown for these events only. */
export function shownFor(events: ChosenEvent[], field: Field): Field {
	return { ...field, property: showing('event', events, field.property) };
}

/** The option, shown for these events only. */
export function optionFor(events: ChosenEvent[], field: Field): Field {
	return { ...field, property: showing('/event', events, field.property) };
}

function showing(path: string, events: ChosenEvent[], shown: INodeProperties): INodeProperties {
	return { ...shown, displayOptions: { show: { [path]: events, ...shown.displayOptions?.show } } };
}
