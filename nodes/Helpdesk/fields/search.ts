import type { Field } from '../operation';
import { choice, text } from '../read/text';

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
		displayName: 'Page In',
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
