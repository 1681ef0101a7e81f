import { like, list, locator, named, number, optionsOf, someOf, time, toggle } from '../../shared/fields/build';
import { numberKind } from '../../shared/values/choice';
import { words as wordKind } from '../../shared/values/list';
import { assignee, tags as tagKind } from '../../shared/values/people';
import { BY_TEAMMATE } from '../../shared/fields/locators';
import { IN_ZONE, OTHER_VALUES, PRIORITIES, SPAM, STATUSES } from '../../shared/names';

const hint = 'The node compares this itself, so it may read many pages.';
const ofThese = `Only conversations with one of these. ${OTHER_VALUES}`;
const words = { allowArbitraryValues: true, kind: wordKind } as const;

export const statuses = someOf('statuses', ofThese, optionsOf(named([...STATUSES, SPAM])), {
	...words,
	displayName: 'Status',
	hint: 'Spam: marked as spam and not closed. With several, it may read many pages.',
});

export const priorities = someOf('priorities', ofThese, optionsOf(named(PRIORITIES)), {
	...words,
	displayName: 'Priority',
	hint,
});

export const tags = list('tags', 'tags', 'Only conversations with one of these tags', {
	displayName: 'Tag',
	dependsOn: ['inboxId.value'],
	hint,
	kind: { ...tagKind, name: 'comparedTags' },
});

export const assignedTo = locator(
	'assignedTo',
	'Only conversations of this teammate, of the owner of the access token, or of nobody',
	{ picker: 'assignees', hint: `Me, nobody, or a teammate. ${hint}` },
	{ ...BY_TEAMMATE, required: undefined, kind: assignee },
);

export const waitingForReply = toggle(
	'waitingForReply',
	'Whether to return only conversations in which a customer waits (wrote last; not closed, snoozed or spam), ' +
		"at least since 'waiting_since'. Behind a note this takes a request each, at most 100 without 'Return " +
		"All'. An automatic reply may count as an answer.",
	{ displayName: 'Waiting for a Reply', default: true, hint: "Add 'Status' too, so that fewer pages are read." },
);

export const inactiveDays = number(
	'inactiveDays',
	'Only conversations whose last message is at least so many days old',
	30,
	{
		displayName: 'No Activity For (Days)',
		hint,
		kind: numberKind('must be a number above 0', (days) => days > 0 && days < 100_000),
	},
);

export const createdBefore = time('createdBefore', 'Only conversations that came before this time', {
	hint: `${IN_ZONE}. ${hint}`,
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
