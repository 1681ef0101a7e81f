import type { IDataObject } from 'n8n-workflow';

import type { Field, Input } from '../../shared/field';
import { text } from '../../shared/fields/readers';
import { name } from './records';

/** What contacts show beside name and e-mail address (contract, Fields not shown); that it can be written is nowhere shown. */
function seen(apiName: string, displayName: string, what: string, placeholder: string): Field {
	const camelCase = apiName.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	return {
		property: {
			displayName,
			name: camelCase,
			type: 'string',
			default: '',
			placeholder: `e.g. ${placeholder}`,
			description: `${what}. Contacts show it; whether it can be written is not in the API documentation. Leave it out if your helpdesk refuses it.`,
		},
		read: text,
	};
}

const SEEN = {
	address: seen('address', 'Address', 'Where the person lives or works', 'Main Street 1, Springfield'),
	company: seen('company', 'Company', 'The company that the person works for', 'Acme'),
	job_title: seen('job_title', 'Job Title', 'What the person is at work', 'Head of Purchasing'),
	notes: seen('notes', 'Notes', 'What the team should know of the person', 'Prefers to be called'),
	website: seen('website', 'Website', 'The address of a web page of the person or company', 'https://acme.example'),
};

/** The optional fields of a contact. */
export const contactFields: Field[] = [name, ...Object.values(SEEN)];

/** What was entered of them, by the API's names. */
export function contactFieldsIn(input: Input): IDataObject {
	const named = Object.entries({ name, ...SEEN }).map(([apiName, { property }]) => [apiName, input[property.name]]);
	return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as IDataObject;
}
