import type { INodeProperties } from 'n8n-workflow';

import { combine, conditions, filterJson, filterMode } from '../../shared/fields/filter';
import type { Inputs } from '../../shared/field';
import { CONVERSATION_EVENTS, event, eventProperties, shownFor } from './event';
import { options } from './options';
import { reachedFields } from './reached';
import { inboxIds, watchFields } from './scope';
import { waitingFields } from './waiting';

/** What the user enters, in the form in which the Helpdesk node's operations have theirs. */
export const inputs: Inputs = {
	fields: [
		event,
		shownFor(CONVERSATION_EVENTS, inboxIds),
		shownFor(['conversationUpdated'], watchFields),
		...reachedFields,
		...waitingFields,
		...[filterMode, conditions, combine, filterJson].map((field) => shownFor(CONVERSATION_EVENTS, field)),
	],
	options,
};

export const properties: INodeProperties[] = [
	...eventProperties,
	...inputs.fields!.filter((field) => field !== event).map(({ property }) => property),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.map(({ property }) => property),
	},
];
