import type { Field } from '../operation';
import { idList } from '../read/list';
import { text } from '../read/text';

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

export const tagIds: Field = {
	property: {
		displayName: 'Tags',
		name: 'tagIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. t1, t2',
		description: 'The tags to work on: IDs separated by commas, or a list from an expression',
	},
	read: idList,
	sent: false,
};
