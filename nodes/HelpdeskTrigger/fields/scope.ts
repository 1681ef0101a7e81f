import { list, optionsOf, someOf } from '../../shared/fields';
import { choices } from '../../shared/values';
import { CONTACT_FIELDS } from '../core/contacts';
import { WATCHABLE } from '../core/columns';

export const inboxIds = list('inboxIds', 'inboxes', 'The inboxes to watch. Each costs at least one request a poll', {
	displayName: 'Inboxes',
	required: true,
});

const WATCHED = optionsOf({
	any: ['Any', 'Every field of the conversation, new messages too'],
	assignee: 'Assignee',
	priority: 'Priority',
	status: 'Status',
	subject: 'Subject',
	tags: ['Tags', 'If your helpdesk lists tags'],
});

export const watchFields = someOf(
	'watchFields',
	'Which changes start the workflow. Leave out what this workflow itself changes.',
	WATCHED,
	{
		required: true,
		displayName: 'Watch',
		default: ['status'],
		kind: choices(['any', ...WATCHABLE]),
	},
);

export const contactFields = someOf(
	'contactFields',
	'Which changes start the workflow. Leave out what this workflow itself changes.',
	optionsOf({
		address: 'Address',
		company: 'Company',
		email: 'Email',
		job_title: 'Job Title',
		name: 'Name',
		notes: 'Notes',
		website: 'Website',
	}),
	{
		required: true,
		default: ['email', 'name'],
		hint: 'At most 11,000 contacts fit with two fields, 5,100 with all.',
		kind: choices(CONTACT_FIELDS),
	},
);
