import type { Field } from '../../shared/field';
import { ADVANCED } from '../../shared/names';
import { locator, severalFromList, TEAMMATES } from '../../shared/fields/locators';
import { choice, emailList, onOrOff, text } from '../../shared/fields/readers';

export const assignTo = locator('assignTo', 'Assign To', 'The teammate who takes over the conversation', TEAMMATES);

export const tags = severalFromList('tags', {
	name: 'tags',
	displayName: 'Tags',
	what: 'The tags that the conversation has from then on',
	required: true,
	dependsOn: ['conversationId.value', 'inboxId.value'],
});

export const subject: Field = {
	property: {
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Order 1234 has not arrived',
		description: 'The subject of the conversation',
	},
	read: text,
};

/** Of the conversation that a split makes: nothing says that it must be given one. */
export const newSubject: Field = {
	...subject,
	property: {
		...subject.property,
		required: undefined,
		description: 'The subject of the new conversation; the helpdesk chooses where it is empty',
	},
};

export const cc: Field = {
	property: {
		displayName: 'CC',
		name: 'cc',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com, ben@example.com',
		description: 'Who gets a copy: e-mail addresses separated by commas, or a list from an expression',
	},
	read: emailList,
};

export const includeNotes: Field = {
	property: {
		displayName: 'Include Notes',
		name: 'includeNotes',
		type: 'boolean',
		default: true,
		description: 'Whether the internal notes of the other conversations are merged too',
	},
	read: onOrOff,
};

export const includeMergeSummary: Field = {
	property: {
		displayName: 'Include Merge Summary',
		name: 'includeMergeSummary',
		type: 'boolean',
		default: true,
		description: 'Whether the conversation says which ones were merged into it',
	},
	read: onOrOff,
};

export const query: Field = {
	property: {
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. order 1234',
		description: 'The words to search for',
	},
	read: text,
	sent: false,
};

export const pagePlace: Field = {
	property: {
		displayName: `${ADVANCED}Page In`,
		name: 'pagePlace',
		type: 'options',
		options: [
			{ name: 'Body', value: 'body', description: 'Send "page" and "per_page" with the search term' },
			{ name: 'Query', value: 'query', description: 'Send "page" and "per-page" in the address' },
		],
		default: 'query',
		description: 'Where the search takes the number of the page. The API documentation does not show it: change it if every page is the first.',
	},
	read: choice('query', 'body'),
	sent: false,
};
