import { contactId } from '../../fields/locators';
import { simplify } from '../../fields/paging';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';
import { simpleContact } from '../../run/simplify';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a contact',
	description: 'Get one contact by its ID',
	endpoint: 'GET /contacts/{contact_id}',
	fields: [contactId],
	options: [simplify],
	output: record(simpleContact),
};
