import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { PRIORITIES, STATUSES } from '../valuesSeen';
import { severalFromList } from './locators';

/** Chosen for an attribute that is not in the list. */
export const OTHER = 'other';

const notShown = (what: string) => `${what}. The API documentation does not show this attribute: your helpdesk may refuse it.`;

/** Attributes of a conversation (contract, Conversation; a tag as in POST /conversation/{conversation_id}/tags). */
export const attribute: INodeProperties = {
	displayName: 'Attribute',
	name: 'attribute',
	type: 'options',
	// What was stored when it was typed. An expression stays possible too; n8n then shows the values in all their forms.
	allowArbitraryValues: true,
	options: [
		{ name: 'Assignee', value: 'assignable_id', description: notShown('The teammate who has it') },
		{ name: 'Other', value: OTHER, description: 'Enter the name that your helpdesk has for it' },
		{ name: 'Priority', value: 'priority', description: notShown('How urgent it is') },
		{ name: 'Snoozed', value: 'is_snoozed', description: notShown('Whether it is put away until a time') },
		{ name: 'Spam', value: 'is_spam', description: notShown('Whether it is marked as spam') },
		{ name: 'Status', value: 'status', description: 'Active, Pending, Closed or another' },
		{
			name: 'Subject',
			value: 'subject',
			description: "The whole subject, letter by letter. For a word of it use n8n's Filter node behind this step, or Search.",
		},
		{ name: 'Tag', value: 'tag', description: notShown('A tag that it has') },
	],
	default: 'status',
	hint: `No "subject contains", no dates: for these put n8n's Filter node behind this step, or use Search. By custom field: 'Only With Custom Fields' under 'Options' of Get Many.`,
	description: 'What is compared. The API documentation shows "status" alone.',
};

export const attributeName: INodeProperties = {
	displayName: 'Attribute Name',
	name: 'attributeName',
	type: 'string',
	default: '',
	placeholder: 'e.g. contact_email',
	displayOptions: { show: { attribute: [OTHER] } },
	description: 'The name that your helpdesk has for what is compared',
};

const choices = (values: string[]): INodePropertyOptions[] => values.map((value) => ({ name: value, value }));
const YES_OR_NO = [
	{ name: 'No', value: 'false' },
	{ name: 'Yes', value: 'true' },
];

/** Values to choose from, by the attribute whose they are. */
const CHOSEN: Record<string, INodeProperties> = {
	status: amongSeen(choices(STATUSES)),
	priority: amongSeen(choices(PRIORITIES)),
	is_snoozed: amongSeen(YES_OR_NO),
	is_spam: amongSeen(YES_OR_NO),
	assignable_id: fromList('teammates', 'The teammates compared against'),
	tag: fromList('tags', 'The tags compared against'),
};

/** Whether the values of an attribute are words or IDs to choose, in which no comma is. */
export const isChosen = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(CHOSEN, name);

/** One parameter in a form for each kind of attribute, so that what is stored stays when the attribute changes. */
export const values: INodeProperties[] = [
	...Object.entries(CHOSEN).map(([name, property]) => ({ ...property, displayOptions: { show: { attribute: [name] } } })),
	{
		displayName: 'Values',
		name: 'values',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Order 1234, second parcel',
		displayOptions: { hide: { attribute: Object.keys(CHOSEN) } },
		hint: 'Several values: one a line. A comma is part of the value.',
		description: 'What it is compared against: one value a line, or a list from an expression',
	},
];

function amongSeen(options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Values',
		name: 'values',
		type: 'multiOptions',
		options,
		allowArbitraryValues: true,
		default: [],
		description: 'What it is compared against. For any other value of your helpdesk choose Expression and type it.',
	};
}

function fromList(list: 'tags' | 'teammates', what: string): INodeProperties {
	const { property } = severalFromList(list, { name: 'values', displayName: '', what, dependsOn: ['inboxId.value', 'inboxIds'] });
	return { ...property, displayName: 'Values' };
}
