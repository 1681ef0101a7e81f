import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../shared/fields/readers';
import type { Field } from '../../shared/field';
import type { EventName } from '../core/state';

export const CONVERSATION_EVENTS: EventName[] = ['conversationCreated', 'conversationUpdated', 'customerMessage'];

export const event: Field = {
	property: {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Contact Created',
				value: 'contactCreated',
				description: 'A contact is new. Reads the whole list of contacts at every poll, at most 30,000 of them.',
			},
			{
				name: 'Conversation Created',
				value: 'conversationCreated',
				description: 'A conversation is new: each one exactly once',
			},
			{
				name: 'Conversation Updated',
				value: 'conversationUpdated',
				description: 'A watched field of a conversation has changed',
			},
			{
				name: 'Customer Message',
				value: 'customerMessage',
				description: 'A contact has written, in a new conversation or in an old one',
			},
		],
		default: 'conversationCreated',
		description: 'What starts the workflow',
	},
	read: choice('contactCreated', ...CONVERSATION_EVENTS),
};

/** The field, shown for these events only. */
export function shownFor(events: EventName[], field: Field): Field {
	return { ...field, property: showing('event', events, field.property) };
}

/** The option, shown for these events only. */
export function optionFor(events: EventName[], field: Field): Field {
	return { ...field, property: showing('/event', events, field.property) };
}

function showing(path: string, events: EventName[], property: INodeProperties): INodeProperties {
	return { ...property, displayOptions: { show: { [path]: events, ...property.displayOptions?.show } } };
}
