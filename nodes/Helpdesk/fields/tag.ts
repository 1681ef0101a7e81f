import type { Field } from '../../shared/field';
import { choice } from '../../shared/fields/readers';

export const ifTagExists: Field = {
	property: {
		displayName: 'If It Exists',
		name: 'ifTagExists',
		type: 'options',
		options: [
			{ name: 'Create Another', value: 'create', description: 'Create one more tag of the same name, if the helpdesk lets you' },
			{ name: 'Use the Existing One', value: 'use', description: 'Output the tag that has the name already, and create none' },
		],
		default: 'use',
		description:
			"What to do where a tag has this name already, in whatever case; 'created' in the output tells. It is looked for in the list of tags.",
	},
	read: choice('use', 'create'),
	sent: false,
};
