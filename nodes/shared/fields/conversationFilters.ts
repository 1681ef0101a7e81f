import { DAY_MS } from '../criteria';
import { inWords, PRIORITIES, SPAM, STATUSES } from '../names';
import { numberKind, assignee, tagNames, kindOf } from '../values';
import { knownOf, list, locator, named, number, time, toggle } from './build';
import { BY_TEAMMATE } from './locators';

const days = numberKind('must be a number above 0', (count) => count > 0 && count < 100_000);

/** Turns a number of days into the time that many days ago. */
const pastDays = kindOf('pastDays', (value, context) =>
	new Date(context.now - days.read(value, context) * DAY_MS).toISOString(),
);

const statuses = knownOf(
	'statuses',
	"Only conversations with one of these. One status costs fewer requests. 'Spam' finds spam that is not closed.",
	named([...STATUSES, SPAM]),
);

export const priorities = knownOf('priorities', 'Only conversations with one of these priorities', named(PRIORITIES));

export const tags = list(
	'tags',
	'tags',
	"Only conversations with one of these tags. If your helpdesk's lists show no tags, use 'Advanced: Filter' below",
	{
		dependsOn: ['inboxId.value', 'inboxIds'],
		hint: undefined,
		kind: { ...tagNames, name: 'comparedTags' },
	},
);

const assignedTo = locator(
	'assignedTo',
	'Only conversations of this assignee',
	{ picker: 'assignees', hint: 'Me, nobody, or a teammate' },
	{ ...BY_TEAMMATE, required: undefined, kind: assignee },
);

const waitingForReply = toggle(
	'waitingForReply',
	"Whether to return only conversations whose customer waits. The wait may have begun before 'waiting_since'.",
	{
		displayName: 'Waiting for a Reply',
		hint: 'Leaves out closed, snoozed and spam. An automatic reply may count as a reply.',
	},
);

const inactiveDays = number('inactiveDays', 'Only conversations whose last message is at least this old', 30, {
	displayName: 'No Activity For (Days)',
	kind: days,
});

const hasAttachment = toggle(
	'hasAttachment',
	'Whether to return conversations with an attachment (on) or without (off)',
);

const timesOf = (did: 'created' | 'updated') => [
	time(`${did}Before`, `Only conversations ${did} before this time`),
	time(`${did}After`, `Only conversations ${did} after this time`),
	number(`${did}InLastDays`, `Only conversations ${did} at most this many days ago`, 30, {
		displayName: `${inWords(did)} in the Last (Days)`,
		kind: pastDays,
	}),
];

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
	'Whether to leave out a filter whose expression gives no value. Otherwise the item is refused.',
);
