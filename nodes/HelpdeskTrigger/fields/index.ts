import type { INodeProperties } from 'n8n-workflow';

import { combine, conditions, filterJson, filterMode } from '../../shared/fields/filter';
import type { Inputs } from '../../shared/field';
import { CONVERSATION_EVENTS, event, shownFor } from './event';
import { options } from './options';
import { inboxIds, watchFields } from './scope';

/** What the user enters, in the form in which the Helpdesk node's operations have theirs. */
export const inputs: Inputs = {
	fields: [
		event,
		shownFor(CONVERSATION_EVENTS, inboxIds),
		shownFor(['conversationUpdated'], watchFields),
		...[filterMode, conditions, combine, filterJson].map((field) => shownFor(CONVERSATION_EVENTS, field)),
	],
	options,
};

export const properties: INodeProperties[] = [
	...inputs.fields!.map(({ property }) => property),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.map(({ property }) => property),
	},
];
