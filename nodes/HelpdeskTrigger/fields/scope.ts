import { list, optionsOf, someOf } from '../../shared/fields';
import { choices } from '../../shared/values';
import { CONTACT_FIELDS } from '../core/contacts';
import { WATCHABLE } from '../core/columns';

export const inboxIds = list(
	'inboxIds',
	'inboxes',
	'The inboxes to watch. Each poll sends at least one request to each',
	{
		displayName: 'Inboxes',
		required: true,
	},
);

const LEAVE_OUT = 'Which changes start the workflow. Leave out what this workflow itself changes.';

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

export const contactFields = someOf(
	'contactFields',
	LEAVE_OUT,
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
		kind: choices(CONTACT_FIELDS),
	},
);
