import type { Field } from '../../shared/field';
import { INBOXES, locator } from '../../shared/fields/locators';
import { email as readEmail, onOrOff, optionalId, text } from '../../shared/fields/readers';

export const email: Field = {
	property: {
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'name@email.com',
		description: 'The e-mail address of the contact',
	},
	read: readEmail,
};

export const name: Field = {
	property: {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Anna Berger',
		description: 'The name that it has from then on. The API documentation does not show this field.',
	},
	read: text,
};

export const q: Field = {
	property: {
		displayName: 'Search',
		name: 'q',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna',
		description: 'Only contacts whose name or e-mail address matches',
	},
	read: text,
};

export const inbox: Field = {
	property: { ...locator('inbox', 'Inbox', 'Only contacts with conversations in this inbox', INBOXES).property, required: undefined },
	read: optionalId,
};

export const withOrphan: Field = {
	property: {
		displayName: 'Include Those Without Conversations',
		name: 'withOrphan',
		type: 'boolean',
		default: true,
		description: 'Whether to include contacts that have no conversations',
	},
	read: onOrOff,
};

export const recordName: Field = {
	property: {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Urgent',
		description: 'The name under which people find it',
	},
	read: text,
};
