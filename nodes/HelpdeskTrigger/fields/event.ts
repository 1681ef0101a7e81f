import type { Field } from '../../shared';
import { like, someOf } from '../../shared/fields';
import { choices } from '../../shared/values';
import { EVENT_NAMES, eventOf, isOfContacts, shownName, EventName } from '../core/events';

export const CONVERSATION_EVENTS = EVENT_NAMES.filter((event) => !isOfContacts(event));

const options = EVENT_NAMES.map((value) => ({
	name: shownName(value),
	value,
	description: eventOf(value).description,
})).sort((a, b) => a.name.localeCompare(b.name));

export const event = someOf('event', 'What starts the workflow. Each item shows its "event".', options, {
	displayName: 'Events',
	required: true,
	noDataExpression: true,
	default: ['conversationCreated'],
	kind: choices(EVENT_NAMES),
});

export const shownFor = (events: EventName[], field: Field) => like(field, { show: { event: events } });
export const optionFor = (events: EventName[], field: Field) => like(field, { show: { '/event': events } });
