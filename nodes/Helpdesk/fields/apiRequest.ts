import { MAX_ATTEMPTS } from '../../../transport';
import { limit, returnAll, like, named, number, oneOf, rows, text, toggle } from '../../shared/fields';
import { json, queryRows, requestPath } from '../../shared/values';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const PAGED = ['counting', 'simple', 'wrapped'];

const method = oneOf('method', 'The HTTP method of the request', named(METHODS), { default: 'GET', sent: false });

const path = text('path', 'What follows the base URL of the credential', {
	required: true,
	kind: requestPath,
	placeholder: 'e.g. /conversations/mine',
});

const queryParameters = rows(
	'queryParameters',
	'What follows the "?" of the address; a name may come several times',
	'Parameter',
	[text('name', 'The name of the parameter').property, text('value', 'The value of the parameter').property],
	{ kind: queryRows },
);

const jsonBody = text('jsonBody', 'The JSON object or list to send; empty for none', {
	displayName: 'Body (JSON)',
	// Not of type json: n8n marks an empty field as wrong, but many requests have no body.
	typeOptions: { rows: 4 },
	placeholder: 'e.g. {"status": "Closed"}',
	show: { method: METHODS.filter((each) => each !== 'GET') },
	kind: json,
});

const pageMode = oneOf(
	'pageMode',
	'Whether the answer comes in pages, and of which form. They are read from the first on.',
	{
		counting: ['Counting', 'The answer has data, links and meta with last_page'],
		none: ['None', 'One request, one answer'],
		simple: ['Simple', 'The answer has data and links.next, but no last page'],
		wrapped: ['Wrapped', 'The answer has success and data.conversations with the page'],
	},
	{ default: 'none', sent: false },
);

export const requestFields = [
	method,
	path,
	queryParameters,
	jsonBody,
	pageMode,
	...[returnAll, limit].map((field) => like(field, { show: { pageMode: PAGED } })),
];

export const requestOptions = [
	number('attempts', 'How often a request is sent at most. 1 sends nothing again.', 1, {
		typeOptions: { maxValue: MAX_ATTEMPTS },
		show: { '@tool': [false] },
	}),
	// The name that n8n's HTTP Request node uses.
	toggle(
		'fullResponse',
		'Whether to output statusCode, headers and body, of refused reads too. Not for pages and files.',
		{ displayName: 'Include Status and Headers' },
	),
	toggle('download', 'Whether to return the answer as a file. For example an attachment.'),
];
