import type { Field } from '../operation';
import { flag } from '../read/text';

export const includeNotes: Field = {
	property: {
		displayName: 'Include Notes',
		name: 'includeNotes',
		type: 'boolean',
		default: true,
		description: 'Whether the internal notes of the other conversations are merged too',
	},
	read: flag,
};

export const includeMergeSummary: Field = {
	property: {
		displayName: 'Include Merge Summary',
		name: 'includeMergeSummary',
		type: 'boolean',
		default: true,
		description: 'Whether the conversation says which ones were merged into it',
	},
	read: flag,
};
