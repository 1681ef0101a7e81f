import { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import {
	Field,
	Input,
	ADVANCED,
	OTHER_VALUES,
	quoted,
	PRIORITIES,
	STATUSES,
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
	More,
	OptionTexts,
	choice,
	onOnly,
	conversations,
	inboxes,
	tagNames,
	word,
} from '../../shared';

export const assignTo = locator('assignTo', 'The new assignee of the conversation', TEAMMATES, BY_TEAMMATE);

const tags = list('tags', 'tags', 'The tags to set. Your helpdesk may keep or remove the others', {
	required: true,
	kind: tagNames,
	dependsOn: ['conversationId.value', 'inboxId.value'],
});

export const subject = text('subject', 'The subject of the conversation', {
	required: true,
	placeholder: 'e.g. Order 1234 has not arrived',
});

export const query = text('query', 'The words to search for', {
	displayName: 'Search',
	required: true,
	placeholder: 'e.g. order 1234 or kim@example.com',
	sent: false,
});

export const pagePlace = oneOf(
	'pagePlace',
	'Where to send the page number. Change it if every page shows the same results.',
	{
		body: ['Body', 'As "page" and "per_page" with the search words'],
		query: ['Query', 'As "page" and "per-page" in the address'],
	},
	{ displayName: `${ADVANCED}Page In`, default: 'query' },
);

const ofConversations = { required: true, kind: conversations } as const;

export const conversationIds = list(
	'conversationIds',
	'severalConversations',
	'The conversations to change, all in the chosen inbox',
	{ ...ofConversations, displayName: 'Conversations', dependsOn: ['inboxId.value'] },
);

const mergeableConversationIds = list(
	'mergeableConversationIds',
	'severalConversations',
	'The conversations to merge into the chosen one',
	{
		...ofConversations,
		displayName: 'Conversations to Merge Into It',
		dependsOn: ['conversationId.value'],
	},
);

export const mergeFields = [
	mergeableConversationIds,
	toggle('includeNotes', 'Whether to merge internal notes too'),
	toggle('includeMergeSummary', 'Whether to show in the conversation what was merged'),
];

export function refuseItself({ conversationId, mergeableConversationIds: others }: Input, fields: IDataObject) {
	if (!(others as string[]).includes(conversationId as string)) return fields;
	const name = quoted(mergeableConversationIds.property.displayName);
	throw new InputError(`${name} names the conversation itself`, 'Remove its ID.');
}

const knownChoice = (name: string, what: string, choices: OptionTexts, more?: More) =>
	oneOf(name, `${what}. ${OTHER_VALUES}`, choices, { allowArbitraryValues: true, kind: word, ...more });

export const status = knownChoice('status', 'The status to set', named(STATUSES), { required: true });

export const priority = knownChoice(
	'priority',
	'The priority to set. Your helpdesk may have others',
	named(PRIORITIES),
	{ required: true },
);

/** The only known value (contract, States and transitions). */
const IF_NO_REPLY = 'if_no_reply';

export const type = knownChoice(
	'type',
	'On which condition the conversation comes back',
	{ [IF_NO_REPLY]: 'If There Is No Reply' },
	{ displayName: 'Condition', required: true },
);

export const scheduledType = knownChoice(
	'type',
	'On which condition the reply is sent',
	{ [IF_NO_REPLY]: 'The Customer Has Not Replied' },
	{ displayName: 'Send Only If' },
);

export const replyAction = knownChoice('action', 'What the helpdesk does after sending', {
	send_and_next_active: 'Open the Next Active Conversation',
});

export const splitFields = [
	knownChoice(
		'direction',
		'Where to split. The helpdesk decides whether the message itself moves',
		{ after: 'After' },
		{ required: true },
	),
	like(subject, {
		required: undefined,
		description: 'The subject of the new conversation',
	}),
	like(status, {
		required: undefined,
		options: optionsOf({ '': 'Not Set', ...named(STATUSES) }),
		default: '',
		description: 'The status of the new conversation',
	}),
];

/** A switch of its own, because an empty list may be an accident. */
const emptying = (name: string, description: string) => toggle(name, description, { kind: onOnly });

const removeAllTags = emptying('removeAllTags', 'Whether to remove all tags of the conversation');
const unassign = emptying('unassign', 'Whether to remove the assigned teammate. Check that your helpdesk does so.');

export const changes = [status, assignTo, unassign, tags, removeAllTags, subject];

export function withEmptied(
	input: Input,
	{ remove_all_tags: noTags, unassign: nobody, ...fields }: IDataObject,
): IDataObject {
	if (noTags) refuseBoth(input, tags, removeAllTags);
	if (nobody) refuseBoth(input, assignTo, unassign);
	return { ...fields, ...(noTags === true && { tags: [] }), ...(nobody === true && { assign_to: null }) };
}

function refuseBoth(input: Input, { property }: Field, { property: switched }: Field) {
	if (input[property.name] === undefined) return;
	throw new InputError(
		`${quoted(property.displayName)} and ${quoted(switched.displayName)} exclude one another`,
		'Remove one of them.',
	);
}

export const searchIn = oneOf(
	'searchIn',
	'Where to look. The results of several inboxes may be grouped by inbox.',
	{ inbox: 'One Inbox', inboxes: 'Several Inboxes', all: 'All Inboxes' },
	{ sent: false, kind: { ...choice('inbox', 'inboxes', 'all'), name: 'searchIn' } },
);

export const inboxIds = list('inboxIds', 'inboxes', 'The inboxes to look in. Each costs at least one request', {
	displayName: 'Inboxes',
	required: true,
	kind: inboxes,
	sent: false,
	show: { searchIn: ['inboxes'] },
});

export const reportKind = knownChoice(
	'kind',
	'What the report is about',
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
