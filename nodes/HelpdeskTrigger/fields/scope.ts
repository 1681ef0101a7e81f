import { InputError } from '../../../transport';
import { severalFromList } from '../../shared/fields/locators';
import type { Field, ReadContext } from '../../shared/field';
import { idList, textList } from '../../shared/fields/readers';
import { CONTACT_FIELDS } from '../core/contactChanges';
import { UPDATE_FIELDS } from '../core/watched';

const severalInboxes = severalFromList('inboxes', {
	name: 'inboxIds',
	displayName: 'Inboxes',
	what: 'The inboxes to watch; each costs at least one request a poll',
	required: true,
});

export const inboxIds: Field = {
	...severalInboxes,
	read: (value, context) => {
		const ids = idList(value, context);
		return ids && [...new Set(ids)];
	},
};

export const watchFields: Field = {
	property: {
		displayName: 'Watch',
		name: 'watchFields',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'Any', value: 'any', description: 'Everything that the conversation shows, new messages too' },
			{ name: 'Assignee', value: 'assignee' },
			{ name: 'Priority', value: 'priority' },
			{ name: 'Status', value: 'status' },
			{ name: 'Subject', value: 'subject' },
			{
				name: 'Tags',
				value: 'tags',
				description: 'Only where the listing of your helpdesk carries tags: the API documentation shows none there',
			},
		],
		default: ['status'],
		description: 'Which changes start the workflow. Several at once are one event. Leave out what this workflow itself changes.',
	},
	read: someOf(['any', ...UPDATE_FIELDS]),
};

export const contactFields: Field = {
	property: {
		displayName: 'Contact Fields',
		name: 'contactFields',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'Address', value: 'address' },
			{ name: 'Company', value: 'company' },
			{ name: 'Email', value: 'email' },
			{ name: 'Job Title', value: 'job_title' },
			{ name: 'Name', value: 'name' },
			{ name: 'Notes', value: 'notes' },
			{ name: 'Website', value: 'website' },
		],
		default: ['email', 'name'],
		description:
			'Which changes start the workflow, where the list of contacts carries them. 15,000 contacts fit with two fields, 6,600 with all. Leave out what this workflow itself changes.',
	},
	read: (value, context) => {
		const fields = someOf(CONTACT_FIELDS)(value, context);
		return fields && CONTACT_FIELDS.filter((field) => fields.includes(field));
	},
};

/** A list of known names. Throws InputError. */
function someOf(known: string[]) {
	return (value: unknown, context: ReadContext): string[] | undefined => {
		const fields = textList(value, context);
		const wrong = fields?.find((field) => !known.includes(field));
		if (wrong === undefined) return fields;
		throw new InputError(`${context.label} has an unknown field`, `Choose from: ${known.join(', ')}.`);
	};
}
