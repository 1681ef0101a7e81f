import { DAY_MS } from '../criteria';
import type { Field } from '../field';
import { inWords, IN_ZONE, OTHER_VALUES, PRIORITIES, SPAM, STATUSES } from '../names';
import { numberKind, assignee, tags as tagKind, type Kind } from '../values';
import { knownOf, like, list, locator, named, number, time, toggle } from './build';
import { BY_TEAMMATE } from './locators';

const days = numberKind('must be a number above 0', (count) => count > 0 && count < 100_000);

/** Reads a number of days as the time that is so long ago. */
const pastDays: Kind<string> = {
	name: 'pastDays',
	read: (value, context) => new Date(context.now - days.read(value, context) * DAY_MS).toISOString(),
};

const statuses = knownOf(
	'statuses',
	`Only conversations with one of these. ${OTHER_VALUES}`,
	named([...STATUSES, SPAM]),
	{
		displayName: 'Status',
		hint: 'One status makes other filters read fewer pages. Spam: marked as spam and not closed.',
	},
);

export const priorities = knownOf('priorities', 'Only conversations with one of these priorities', named(PRIORITIES), {
	displayName: 'Priority',
});

export const tags = list('tags', 'tags', 'Only conversations with one of these tags', {
	displayName: 'Tag',
	dependsOn: ['inboxId.value', 'inboxIds'],
	hint: undefined,
	kind: { ...tagKind, name: 'comparedTags' },
});

const assignedTo = locator(
	'assignedTo',
	'Only conversations of this teammate, of the owner of the access token, or of nobody',
	{ picker: 'assignees', hint: 'Me, nobody, or a teammate' },
	{ ...BY_TEAMMATE, required: undefined, kind: assignee },
);

const waitingForReply = toggle(
	'waitingForReply',
	"Whether a customer must wait, at least since 'waiting_since': wrote last; not closed, snoozed or spam",
	{ displayName: 'Waiting for a Reply', hint: 'An automatic reply may count as an answer.' },
);

const inactiveDays = number('inactiveDays', 'Only conversations whose last message is at least so many days old', 30, {
	displayName: 'No Activity For (Days)',
	kind: days,
});

const hasAttachment = toggle(
	'hasAttachment',
	'Whether a conversation must have an attachment. Switched off: it must have none.',
);

const timesOf = (did: 'created' | 'updated'): Field[] => {
	const Did = inWords(did);
	const before = time(`${did}Before`, `Only conversations that were ${did} before this time`, {
		hint: `${IN_ZONE}.`,
	});
	return [
		before,
		like(before, {
			name: `${did}After`,
			displayName: `${Did} After`,
			description: `Only conversations that were ${did} after this time`,
		}),
		number(`${did}InLastDays`, `Only conversations that were ${did} in so many days until now`, 30, {
			displayName: `${Did} in the Last (Days)`,
			kind: pastDays,
		}),
	];
};

export const conversationFilters = [
	statuses,
	priorities,
	tags,
	assignedTo,
	waitingForReply,
	inactiveDays,
	hasAttachment,
	...timesOf('created'),
	...timesOf('updated'),
];

export const ignoreEmptyFilters = toggle(
	'ignoreEmptyFilters',
	'Whether a filter whose expression gives no value is left out. Without this option, such an item is refused.',
);
