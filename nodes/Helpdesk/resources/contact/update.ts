import { email, name } from '../../fields/contact';
import { additionalBody } from '../../fields/content';
import { contactId } from '../../fields/locators';
import type { Operation } from '../../operation';
import { recordOrDone } from '../../run/outputs';

export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a contact',
	description: 'Change the name, the e-mail address or other fields of a contact. The API documentation does not show which fields it takes.',
	endpoint: 'PATCH /contacts/{contact_id}',
	fields: [contactId],
	updateFields: [name, email, additionalBody],
	output: recordOrDone('contactId'),
};
