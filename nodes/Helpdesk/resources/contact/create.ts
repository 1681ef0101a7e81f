import { email, name } from '../../fields/contact';
import { additionalBody } from '../../fields/content';
import type { Operation } from '../../operation';
import { record } from '../../run/outputs';

export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a contact',
	description: 'Add a person by e-mail address',
	endpoint: 'POST /contacts',
	fields: [email],
	additionalFields: [name, additionalBody],
	output: record(),
};
