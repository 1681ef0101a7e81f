import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import type { Field, Input } from '../../shared/field';
import {
	like,
	list,
	locator,
	named,
	oneOf,
	optionsOf,
	text,
	toggle,
	BY_TEAMMATE,
	TEAMMATES,
	type More,
	type OptionTexts,
} from '../../shared/fields';
import { choice, onOnly, conversations, tags as tagKind, word } from '../../shared/values';
import { ADVANCED, OTHER_VALUES, quoted, PRIORITIES, STATUSES } from '../../shared/names';

export const assignTo = locator('assignTo', 'The teammate who takes over the conversation', TEAMMATES, BY_TEAMMATE);

const tags = list(
	'tags',
	'tags',
	'The tags to set. Whether they replace the present ones or are added depends on your helpdesk',
	{
		required: true,
		kind: tagKind,
		dependsOn: ['conversationId.value', 'inboxId.value'],
	},
);

export const subject = text('subject', 'The subject of the conversation', {
	required: true,
	placeholder: 'e.g. Order 1234 has not arrived',
});

export const query = text('query', 'The words to search for', {
	required: true,
	placeholder: 'e.g. order 1234 or kim@example.com',
	sent: false,
});

export const pagePlace = oneOf(
	'pagePlace',
	'Where the search takes the number of the page. Change it if every page is the first.',
	{
		body: ['Body', 'Send "page" and "per_page" with the search term'],
		query: ['Query', 'Send "page" and "per-page" in the address'],
	},
	{ displayName: `${ADVANCED}Page In`, default: 'query' },
);

const ofConversations = { required: true, kind: conversations } as const;

export const conversationIds = list(
	'conversationIds',
	'severalConversations',
	'The conversations to work on, all of the inbox chosen',
	{ ...ofConversations, displayName: 'Conversations', dependsOn: ['inboxId.value'] },
);

const mergeableConversationIds = list(
	'mergeableConversationIds',
	'severalConversations',
	'The other conversations, which go into the chosen one',
	{
		...ofConversations,
		displayName: 'Conversations to Merge Into It',
		dependsOn: ['conversationId.value'],
	},
);

export const mergeFields = [
	mergeableConversationIds,
	toggle('includeNotes', 'Whether the internal notes of the other conversations are merged too'),
	toggle('includeMergeSummary', 'Whether the conversation says which ones were merged into it'),
];

export function refuseItself(
	{ conversationId, mergeableConversationIds: others }: Input,
	fields: IDataObject,
): IDataObject {
	if (!(others as string[]).includes(conversationId as string)) return fields;
	const name = quoted(mergeableConversationIds.property.displayName);
	throw new InputError(`${name} names the conversation itself`, 'Remove its ID from the list.');
}

/** A choice of the values that the API shows. */
const knownChoice = (name: string, what: string, choices: OptionTexts, more?: More): Field =>
	oneOf(name, what, choices, { allowArbitraryValues: true, kind: word, ...more });

export const status = knownChoice('status', `The status to set. ${OTHER_VALUES}`, named(STATUSES), { required: true });

export const priority = knownChoice(
	'priority',
	`The priority to set. ${OTHER_VALUES}`,
	{
		...Object.fromEntries(PRIORITIES.map((value) => [value, [value, 'Not every helpdesk has it']])),
		High: 'High',
	},
	{ required: true },
);

/** Contract, States and transitions. */
const IF_NO_REPLY = 'if_no_reply';

export const type = knownChoice(
	'type',
	`Under which condition it comes back. ${OTHER_VALUES}`,
	{ [IF_NO_REPLY]: 'Wake It Up If There Is No Reply' },
	{ displayName: 'Condition', required: true },
);

export const scheduledType = knownChoice(
	'type',
	'Under which condition it is sent',
	{ [IF_NO_REPLY]: 'Only If the Customer Has Not Answered' },
	{ displayName: 'Condition' },
);

export const replyAction = knownChoice('action', 'What the helpdesk does after sending', {
	send_and_next_active: 'Send, Then Next',
});

export const splitFields = [
	knownChoice(
		'direction',
		`Where the conversation is split. ${OTHER_VALUES}`,
		{ after: 'After This Message' },
		{ required: true },
	),
	like(subject, {
		required: undefined,
		description: 'The subject of the new conversation. If it is empty, the helpdesk chooses one.',
	}),
	like(status, {
		required: undefined,
		options: optionsOf({ '': 'As the Helpdesk Chooses', ...named(STATUSES) }),
		default: '',
		description: `The status of the new conversation. ${OTHER_VALUES}`,
	}),
];

/** An empty list may be an accident, so a switch is needed. */
const emptying = (name: string, description: string) => toggle(name, description, { kind: onOnly });

const removeAllTags = emptying('removeAllTags', 'Whether to take all tags off the conversation');
const unassign = emptying('unassign', 'Whether to remove the assigned teammate. Check that your helpdesk does so.');

export const changes = [status, assignTo, unassign, tags, removeAllTags, subject];

/** Throws {InputError} if a field is both set and emptied. */
export function withEmptied(
	input: Input,
	{ remove_all_tags: noTags, unassign: nobody, ...fields }: IDataObject,
): IDataObject {
	if (noTags) refuseBoth(input, tags, removeAllTags);
	if (nobody) refuseBoth(input, assignTo, unassign);
	return { ...fields, ...(noTags === true && { tags: [] }), ...(nobody === true && { assign_to: null }) };
}

function refuseBoth(input: Input, { property }: Field, { property: switched }: Field): void {
	if (input[property.name] === undefined) return;
	throw new InputError(
		`${quoted(property.displayName)} and ${quoted(switched.displayName)} exclude one another`,
		'Remove one of them.',
	);
}

export const searchIn = oneOf(
	'searchIn',
	'Where to look. By priority, or if the lists do not show the time of the order, inboxes follow one another.',
	{ inbox: 'One Inbox', inboxes: 'Several Inboxes', all: 'All Inboxes' },
	{ sent: false, kind: { ...choice('inbox', 'inboxes', 'all'), name: 'searchIn' } },
);

export const inboxIds = list('inboxIds', 'inboxes', 'The inboxes to look in. Each costs at least one request', {
	displayName: 'Inboxes',
	required: true,
	sent: false,
	show: { searchIn: ['inboxes'] },
});

export const reportKind = knownChoice(
	'kind',
	`What the report is about. ${OTHER_VALUES}`,
	{
		conversations: 'Conversations',
		productivity: 'Productivity',
		happiness: 'Happiness of Customers',
		agents: 'Teammates',
		'agent-team-conversations': 'Conversations of Teammates and Teams',
		'agent-team-productivity': 'Productivity of Teammates and Teams',
		'recent-ratings': 'Recent Ratings',
	},
	{ displayName: 'Report', allowArbitraryValues: undefined },
);
