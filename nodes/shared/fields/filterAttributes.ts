import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../field';
import { PRIORITIES, STATUSES } from '../valuesSeen';
import { list, named, oneOf, optionsOf, showing, someOf, text, type Choices } from './build';
import { readText } from './readers';

export const OTHER = 'other';

const notShown = (name: string, what: string): [string, string] => [name, `${what}. Your helpdesk may refuse it.`];

/** Contract, Conversation; a tag as in POST /conversation/{conversation_id}/tags. */
export const attribute = oneOf(
	'attribute',
	'What is compared. Every helpdesk takes the status.',
	{
		assignable_id: notShown('Assignee', 'The teammate who has it'),
		[OTHER]: ['Other', 'Enter the name that your helpdesk has for it'],
		priority: notShown('Priority', 'How urgent it is'),
		is_snoozed: notShown('Snoozed', 'Whether it is put away until a time'),
		is_spam: notShown('Spam', 'Whether it is marked as spam'),
		status: ['Status', 'Active, Pending, Closed or another'],
		subject: ['Subject', "Perhaps the whole subject is compared. For a word of it use n8n's Filter node behind this step, or Search."],
		tag: notShown('Tag', 'A tag that it has'),
	},
	{
		// Keeps stored values and expressions.
		allowArbitraryValues: true,
		default: 'status',
	},
).property;

export const attributeName = text('attributeName', 'The name that your helpdesk has for what is compared', {
	placeholder: 'e.g. contact_email',
	show: { attribute: [OTHER] },
}).property;

const amongSeen = (choices: Choices): Field =>
	someOf('values', 'What it is compared against. For any other value of your helpdesk choose Expression and type it.', optionsOf(choices), {
		allowArbitraryValues: true,
		read: readText,
	});
const YES_OR_NO = { false: 'No', true: 'Yes' };
const dependsOn = ['inboxId.value', 'inboxIds'];

const CHOSEN: Record<string, Field> = {
	status: amongSeen(named(STATUSES)),
	priority: amongSeen(named(PRIORITIES)),
	is_snoozed: amongSeen(YES_OR_NO),
	is_spam: amongSeen(YES_OR_NO),
	assignable_id: list('values', 'teammates', 'The teammates compared against', { dependsOn }),
	tag: list('values', 'tags', 'The tags compared against', { dependsOn }),
};

export const isChosen = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(CHOSEN, name);

/** One parameter for all attributes, so that its value stays when the attribute changes. */
export const values: INodeProperties[] = [
	...Object.entries(CHOSEN).map(([name, field]) => showing(field.property, { attribute: [name] })),
	text('values', 'What it is compared against: one value a line, or a list from an expression', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Order 1234, second parcel',
		displayOptions: { hide: { attribute: Object.keys(CHOSEN) } },
		hint: 'Several values: one a line. A comma is part of the value.',
	}).property,
];
