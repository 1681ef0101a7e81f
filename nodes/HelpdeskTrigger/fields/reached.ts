import type { INodeProperties } from 'n8n-workflow';

import { severalFromList } from '../../shared/fields/locators';
import { choice, text, wordList } from '../../shared/fields/readers';
import type { Field } from '../../shared/field';
import { normal } from '../../shared/lastMessage';
import { shownFor } from './event';

/** Words separated by commas, in the form in which they are compared. */
function texts(property: Omit<INodeProperties, 'type' | 'default'>): Field {
	return {
		property: { ...property, type: 'string', default: '', hint: 'Several: separated by commas. One that has a comma: in "quotation marks".' },
		read: (value, context) => wordList(value, context)?.map(normal),
	};
}

const statuses = texts({
	displayName: 'Statuses',
	name: 'statuses',
	required: true,
	placeholder: 'e.g. Closed',
	description: 'Which statuses count. Small and capital letters are the same.',
});

const priorities = texts({
	displayName: 'Priorities',
	name: 'priorities',
	required: true,
	placeholder: 'e.g. High',
	description: 'Which priorities count. Small and capital letters are the same.',
});

const assignedTo: Field = {
	property: {
		displayName: 'Assigned To',
		name: 'assignedTo',
		type: 'options',
		options: [
			{ name: 'Anybody', value: 'anybody' },
			{ name: 'Chosen Teammates', value: 'teammates' },
			{ name: 'Nobody', value: 'nobody', description: 'The conversation had a teammate, and has none any more' },
		],
		default: 'anybody',
		description: 'Who must have got the conversation',
	},
	read: choice('anybody', 'teammates', 'nobody'),
};

const severalTeammates = severalFromList('teammates', {
	name: 'teammateIds',
	displayName: 'Teammate',
	what: 'The teammates whose conversations count',
	required: true,
});

const teammateIds: Field = {
	...severalTeammates,
	property: { ...severalTeammates.property, displayOptions: { show: { assignedTo: ['teammates'] } } },
};

const tags = texts({
	displayName: 'Tags',
	name: 'tags',
	placeholder: 'e.g. VIP, Urgent',
	description: 'Which tags count, by name or ID, as the listing of your helpdesk shows them. Empty: any tag.',
});

const customField: Field = {
	property: {
		displayName: 'Custom Field',
		name: 'customField',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. plan',
		description: 'The name under which the custom field stands in custom_field_values',
	},
	read: (value, context) => text(value, context)?.trim(),
};

const customFieldValues = texts({
	displayName: 'Values',
	name: 'customFieldValues',
	placeholder: 'e.g. Gold, Platinum',
	description: 'Which values of the custom field count. Empty: any value.',
});

/** What the events that ask for a state need to know. */
export const reachedFields: Field[] = [
	shownFor(['statusBecame'], statuses),
	shownFor(['priorityBecame'], priorities),
	shownFor(['assigned'], assignedTo),
	shownFor(['assigned'], teammateIds),
	shownFor(['tagAdded', 'tagRemoved'], tags),
	shownFor(['customFieldBecame'], customField),
	shownFor(['customFieldBecame'], customFieldValues),
];
