import type { IDataObject } from 'n8n-workflow';

import type { Field, Input } from '../../shared/field';
import { text } from '../../shared/fields/readers';
import { name } from './records';

/** What contacts show beside name and e-mail address (contract, Fields not shown); that it can be written is nowhere shown. */
function seen(apiName: string, displayName: string, placeholder: string): Field {
	const camelCase = apiName.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	return {
		property: {
			displayName,
			name: camelCase,
			type: 'string',
			default: '',
			placeholder: `e.g. ${placeholder}`,
			description: 'Contacts show it; whether it can be written is not in the API documentation. Leave it out if your helpdesk refuses it.',
		},
		read: text,
	};
}

const SEEN = {
	address: seen('address', 'Address', 'Main Street 1, Springfield'),
	company: seen('company', 'Company', 'Acme'),
	job_title: seen('job_title', 'Job Title', 'Head of Purchasing'),
	notes: seen('notes', 'Notes', 'Prefers to be called'),
	website: seen('website', 'Website', 'https://acme.example'),
};

/** The optional fields of a contact. */
export const contactFields: Field[] = [name, ...Object.values(SEEN)];

/** What was entered of them, by the API's names. */
export function contactFieldsIn(input: Input): IDataObject {
	const named = Object.entries({ name, ...SEEN }).map(([apiName, { property }]) => [apiName, input[property.name]]);
	return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as IDataObject;
}
