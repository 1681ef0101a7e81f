import { IDataObject } from 'n8n-workflow';

import {
	Field,
	Input,
	snakeCase,
	like,
	locator,
	text,
	toggle,
	contactId,
	INBOXES,
	address,
	kindOf,
	readIdOrAddress,
	searchWords,
} from '../../shared';

export const email = text('email', 'The email address of the contact', {
	required: true,
	placeholder: 'name@email.com',
	kind: address,
});

export const contactOrEmail = like(contactId, {
	kind: kindOf('id', readIdOrAddress),
	shownAs: contactId,
});

export const recordName = text('name', 'The name that people see', {
	required: true,
	placeholder: 'e.g. Urgent',
});

export const name = text('name', 'The new name', { placeholder: 'e.g. Anna Berger' });

export const q = text('q', 'Only contacts whose name or email address matches', {
	kind: searchWords,
	displayName: 'Search',
	placeholder: 'e.g. anna or kim@example.com',
});

export const inbox = locator('inbox', 'Only contacts with conversations in this inbox', INBOXES, {
	required: undefined,
});

export const withOrphan = toggle('withOrphan', 'Whether to include contacts that have no conversations', {
	displayName: 'Include Without Conversations',
});

/** A field that the documentation does not show (contract, Fields not shown). */
const seen = (camelCase: string, what: string, placeholder: string) =>
	text(camelCase, what, { placeholder: `e.g. ${placeholder}` });

export const contactFields: Field[] = [
	name,
	seen('address', 'The postal address', 'Main Street 1, Springfield'),
	seen('company', 'The employer of the person', 'Acme'),
	seen('jobTitle', 'The job title of the person', 'Head of Purchasing'),
	seen('notes', 'What the team should know', 'Prefers a phone call'),
	seen('website', 'A web page of the person or company', 'https://acme.example'),
];

export function contactFieldsIn(input: Input) {
	const given = contactFields.map(({ property }) => [snakeCase(property.name), input[property.name]]);
	return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as IDataObject;
}
