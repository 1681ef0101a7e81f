import { like, list, locator, named, number, optionsOf, someOf, time, toggle, BY_TEAMMATE } from '../../shared/fields';
import { numberKind, words as wordKind, assignee, tags as tagKind } from '../../shared/values';
import { IN_ZONE, OTHER_VALUES, PRIORITIES, SPAM, STATUSES } from '../../shared/names';

const words = { allowArbitraryValues: true, kind: wordKind } as const;

export const statuses = someOf(
	'statuses',
	`Only conversations with one of these. ${OTHER_VALUES}`,
	optionsOf(named([...STATUSES, SPAM])),
	{
		...words,
		displayName: 'Status',
		hint: 'One status makes other filters read fewer pages. Spam: marked as spam and not closed.',
	},
);

export const priorities = someOf(
	'priorities',
	'Only conversations with one of these priorities',
	optionsOf(named(PRIORITIES)),
	{
		...words,
		displayName: 'Priority',
	},
);

export const tags = list('tags', 'tags', 'Only conversations with one of these tags', {
	displayName: 'Tag',
	dependsOn: ['inboxId.value'],
	hint: undefined,
	kind: { ...tagKind, name: 'comparedTags' },
});

export const assignedTo = locator(
	'assignedTo',
	'Only conversations of this teammate, of the owner of the access token, or of nobody',
	{ picker: 'assignees', hint: 'Me, nobody, or a teammate' },
	{ ...BY_TEAMMATE, required: undefined, kind: assignee },
);

export const waitingForReply = toggle(
	'waitingForReply',
	"Whether a customer must wait, at least since 'waiting_since': wrote last; not closed, snoozed or spam",
	{ displayName: 'Waiting for a Reply', default: true, hint: 'An automatic reply may count as an answer.' },
);

export const inactiveDays = number(
	'inactiveDays',
	'Only conversations whose last message is at least so many days old',
	30,
	{
		displayName: 'No Activity For (Days)',
		kind: numberKind('must be a number above 0', (days) => days > 0 && days < 100_000),
	},
);

export const createdBefore = time('createdBefore', 'Only conversations that came before this time', {
	hint: `${IN_ZONE}.`,
});
export const createdAfter = like(createdBefore, {
	name: 'createdAfter',
	displayName: 'Created After',
	description: 'Only conversations that were created after this time',
});

export const conversationFilters = [
	statuses,
	priorities,
	tags,
	assignedTo,
	waitingForReply,
	inactiveDays,
	createdBefore,
	createdAfter,
];

export const ignoreEmptyFilters = toggle(
	'ignoreEmptyFilters',
	'Whether a filter whose expression gives no value is left out. Without this option, such an item is refused.',
);
