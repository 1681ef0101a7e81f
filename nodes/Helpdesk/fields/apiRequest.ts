import { MAX_ATTEMPTS } from '../../../transport';
import {
	limit,
	returnAll,
	like,
	named,
	number,
	oneOf,
	rows,
	text,
	toggle,
	anyJson,
	queryRows,
	requestPath,
} from '../../shared';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const PAGED = ['counting', 'simple', 'wrapped'];

const method = oneOf('method', 'The HTTP method', named(METHODS), { default: 'GET', sent: false });

const path = text('path', 'The path after the base URL of the credential', {
	required: true,
	kind: requestPath,
	placeholder: 'e.g. /conversations/mine',
});

const queryParameters = rows(
	'queryParameters',
	'A name may occur more than once',
	'Parameter',
	[text('name', 'Its name').property, text('value', 'Its value').property],
	{ kind: queryRows },
);

const jsonBody = text('jsonBody', 'The JSON object or list to send, if any', {
	displayName: 'Body (JSON)',
	// Text, because n8n marks an empty JSON field as wrong.
	typeOptions: { rows: 4 },
	placeholder: 'e.g. {"status": "Closed"}',
	show: { method: METHODS.filter((each) => each !== 'GET') },
	kind: anyJson,
});

const pageMode = oneOf(
	'pageMode',
	'Whether the response comes in pages, and in which form. Reading starts at the first page.',
	{
		counting: ['Counting', 'Pages with last_page'],
		none: ['None', 'One request'],
		simple: ['Simple', 'Pages that only link to the next one'],
		wrapped: ['Wrapped', 'Pages in data.conversations, as in a search'],
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
	number('attempts', 'Maximum attempts per request. 1 switches retries off.', 1, {
		typeOptions: { maxValue: MAX_ATTEMPTS },
		show: { '@tool': [false] },
	}),
	toggle(
		'fullResponse',
		'Whether to output statusCode, headers and body, even if a read is refused. Not available for pages and files.',
		{ displayName: 'Include Status and Headers' },
	),
	toggle('download', 'Whether to return the response as a file, for example an attachment'),
];
