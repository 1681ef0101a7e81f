import {
	Field,
	PRIORITIES,
	STATUSES,
	like,
	someOf,
	list,
	optionsOf,
	closedStatuses,
	countedIn,
	knownOf,
	named,
	number,
	oneOf,
	openingHours,
	openingZone,
	text,
	typing,
	choices,
	numberKind,
	customField as fieldKind,
	tagNames,
	teammates,
} from '../../shared';
import { WATCHABLE } from '../core/columns';
import { EVENT_NAMES, eventOf, isOfContacts, shownName, EventName } from '../core/events';

export const CONVERSATION_EVENTS = EVENT_NAMES.filter((event) => !isOfContacts(event));

const options = EVENT_NAMES.map((value) => ({
	name: shownName(value),
	value,
	description: eventOf(value).description,
})).sort((a, b) => a.name.localeCompare(b.name));

export const event = someOf('event', 'What starts the workflow. Each item shows its "event".', options, {
	displayName: 'Events',
	required: true,
	noDataExpression: true,
	default: ['conversationCreated'],
	kind: choices(EVENT_NAMES),
});

export const shownFor = (events: EventName[], field: Field) => like(field, { show: { event: events } });
export const optionFor = (events: EventName[], field: Field) => like(field, { show: { '/event': events } });

export const inboxIds = list(
	'inboxIds',
	'inboxes',
	'The inboxes to watch, at least one. Each poll sends at least one request for each inbox',
	{ displayName: 'Inboxes', required: true },
);

const LEAVE_OUT = 'Which changes start the workflow. Leave out fields that this workflow changes.';

const WATCHED = optionsOf({
	any: ['Any', 'Every field, also new messages'],
	assignee: 'Assignee',
	priority: 'Priority',
	status: 'Status',
	subject: 'Subject',
	tags: 'Tags',
});

export const watchFields = someOf('watchFields', LEAVE_OUT, WATCHED, {
	required: true,
	displayName: 'Watch',
	default: ['status'],
	kind: choices(['any', ...WATCHABLE]),
});

/** Without pictures and counts, which change by themselves. */
const CONTACT_FIELDS = {
	address: 'Address',
	company: 'Company',
	email: 'Email',
	job_title: 'Job Title',
	name: 'Name',
	notes: 'Notes',
	website: 'Website',
};

export const contactFields = someOf('contactFields', LEAVE_OUT, optionsOf(CONTACT_FIELDS), {
	required: true,
	default: ['email', 'name'],
	kind: choices(Object.keys(CONTACT_FIELDS)),
});

/** Reads words in the form of `normal`. */
const { kind: words } = closedStatuses;

const knownValues = (name: string, values: string[]) =>
	knownOf(name, `Which ${name} count, in any capitalisation`, named(values), {
		required: true,
		kind: words,
	});

const statuses = knownValues('statuses', STATUSES);
const priorities = knownValues('priorities', PRIORITIES);

const assignedTo = oneOf('assignedTo', 'Who gets the conversation', {
	anybody: 'Anybody',
	teammates: 'Chosen Teammates',
	me: ['Me', 'The owner of the access token'],
	nobody: ['Nobody', 'The conversation was unassigned'],
});

const teammateIds = list('teammateIds', 'teammates', 'Only conversations that are assigned to these', {
	displayName: 'Teammates',
	required: true,
	kind: teammates,
	show: { assignedTo: ['teammates'] },
});

const tags = list('tags', 'tags', 'Which tags count. Empty: any tag', {
	dependsOn: ['inboxIds'],
	hint: typing('names or IDs'),
	kind: tagNames,
});

const customField = text('customField', "Its name in 'custom_field_values' of a conversation", {
	required: true,
	placeholder: 'e.g. plan',
	kind: fieldKind,
});

const customFieldValues = text('customFieldValues', 'Which values count. Empty: any value.', {
	displayName: 'Values',
	placeholder: 'e.g. Gold, Platinum',
	hint: 'Separated by commas. Put values that contain a comma in "quotation marks".',
	kind: words,
});

const after = number('after', 'How long a customer waits before the event fires', 2, {
	kind: numberKind('must be above 0 and at most 10000', (amount) => amount > 0 && amount <= 10_000),
});

const afterUnit = oneOf(
	'afterUnit',
	'The unit of the time',
	{ hours: 'Hours', minutes: 'Minutes' },
	{ displayName: 'Unit' },
);

export const valueFields: Field[] = [
	shownFor(['statusChangedTo'], statuses),
	shownFor(['priorityChangedTo'], priorities),
	shownFor(['conversationAssigned'], assignedTo),
	shownFor(['conversationAssigned'], teammateIds),
	shownFor(['tagAdded', 'tagRemoved'], tags),
	shownFor(['customFieldChangedTo'], customField),
	shownFor(['customFieldChangedTo'], customFieldValues),
	...[after, afterUnit, countedIn, ...openingHours(openingZone)].map((field) => shownFor(['customerWaiting'], field)),
];
