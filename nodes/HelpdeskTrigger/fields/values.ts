import type { Field } from '../../shared/field';
import {
	closedStatuses,
	countedIn,
	knownOf,
	list,
	named,
	number,
	oneOf,
	openingHours,
	openingZone,
	text,
} from '../../shared/fields';
import { numberKind, customField as fieldKind, tags as tagKind, teammates } from '../../shared/values';
import { PRIORITIES, STATUSES } from '../../shared/names';
import { shownFor } from './event';

const TYPED = 'Not in the list? Point at the field, click Expression and type it. Several: separated by commas.';

/** Reads words in the form of `normal`. */
const { kind: words } = closedStatuses;

const knownValues = (name: string, values: string[]): Field =>
	knownOf(name, `Which ${name} count. Upper and lower case are the same.`, named(values), {
		required: true,
		hint: TYPED,
		kind: words,
	});

const statuses = knownValues('statuses', STATUSES);
const priorities = knownValues('priorities', PRIORITIES);

const assignedTo = oneOf('assignedTo', 'Who gets the conversation', {
	anybody: 'Anybody',
	teammates: 'Chosen Teammates',
	me: ['Me', 'The owner of the access token'],
	nobody: ['Nobody', 'The conversation has no teammate any more'],
});

const teammateIds = list('teammateIds', 'teammates', 'Only conversations that are assigned to these teammates', {
	displayName: 'Teammate',
	required: true,
	kind: teammates,
	show: { assignedTo: ['teammates'] },
});

const tags = list('tags', 'tags', 'Which tags count. Empty: any tag', {
	dependsOn: ['inboxIds'],
	hint: TYPED.replace('type it', 'type its name or ID'),
	kind: tagKind,
});

const customField = text('customField', 'The name of the custom field, as in custom_field_values of a conversation', {
	required: true,
	placeholder: 'e.g. plan',
	kind: fieldKind,
});

const customFieldValues = text('customFieldValues', 'Which values of the custom field count. Empty: any value.', {
	displayName: 'Values',
	placeholder: 'e.g. Gold, Platinum',
	hint: 'Several: separated by commas. One that has a comma: in "quotation marks".',
	kind: words,
});

const after = number('after', 'For how long nobody has answered the message of a customer', 2, {
	kind: numberKind('must be a number from 1 to 10000', (amount) => amount > 0 && amount <= 10_000),
});

const afterUnit = oneOf(
	'afterUnit',
	'What is counted',
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
