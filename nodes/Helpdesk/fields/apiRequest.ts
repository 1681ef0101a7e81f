import { InputError, isObject } from '../../../transport';
import type { Field, ReadContext } from '../../shared/field';
import { limit, returnAll } from '../../shared/fields/paging';
import { choice, jsonToSend, notText, onOrOff, text } from '../../shared/fields/readers';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const PAGED = ['counting', 'simple', 'wrapped'];

export const method: Field = {
	property: {
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: METHODS.map((value) => ({ name: value, value })),
		default: 'GET',
		description: 'The HTTP method of the request',
	},
	read: choice(...METHODS),
	sent: false,
};

export const path: Field = {
	property: {
		displayName: 'Path',
		name: 'path',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. /conversations/mine',
		description: 'What follows the base URL of the credential',
	},
	read: text,
	sent: false,
};

export const queryParameters: Field = {
	property: {
		displayName: 'Query Parameters',
		name: 'queryParameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Parameter',
		default: {},
		description: 'What follows the "?" of the address; a name may come several times',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '', description: 'The name of the parameter' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '', description: 'The value of the parameter' },
				],
			},
		],
	},
	read: queryOf,
	sent: false,
};

export const jsonBody: Field = {
	property: {
		displayName: 'Body (JSON)',
		name: 'jsonBody',
		// Not of type json: n8n marks an empty one as wrong, and many requests have no body.
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. {"status": "Closed"}',
		displayOptions: { show: { method: METHODS.filter((method) => method !== 'GET') } },
		description: 'The JSON object or list to send; empty for none',
	},
	read: jsonToSend,
	sent: false,
};

export const pageMode: Field = {
	property: {
		displayName: 'Page Mode',
		name: 'pageMode',
		type: 'options',
		options: [
			{ name: 'Counting', value: 'counting', description: 'The answer has data, links and meta with last_page' },
			{ name: 'None', value: 'none', description: 'One request, one answer' },
			{ name: 'Simple', value: 'simple', description: 'The answer has data and links.next, but no last page' },
			{ name: 'Wrapped', value: 'wrapped', description: 'The answer has success and data.conversations with the page' },
		],
		default: 'none',
		description:
			'Whether the answer comes in pages, and of which form. The page is asked for by "page" and "per-page" in the query, or where the request already has "page", "per_page", "per-page" or "display". A page size that you set there is kept, and a page that you set is the first one read.',
	},
	read: choice('none', ...PAGED),
	sent: false,
};

export const pagedReturnAll = whenPaged(returnAll);
export const pagedLimit = whenPaged(limit);

export const download: Field = {
	property: {
		displayName: 'Download',
		name: 'download',
		type: 'boolean',
		default: false,
		description: 'Whether to return the answer as a file. For example an attachment.',
	},
	read: onOrOff,
	sent: false,
};

/** Named as n8n's HTTP Request node has it. */
export const fullResponse: Field = {
	property: {
		displayName: 'Include Status and Headers',
		name: 'fullResponse',
		type: 'boolean',
		default: false,
		description:
			'Whether to output statusCode, headers and body. The answer is output as it came. A request that only reads is then output too where it is refused, in place of an item that did not succeed. Without pages and files.',
	},
	read: onOrOff,
	sent: false,
};

function whenPaged(field: Field): Field {
	const show = { ...field.property.displayOptions?.show, pageMode: PAGED };
	return { ...field, property: { ...field.property, displayOptions: { show } } };
}

/** The rows in their order, a name as often as it is typed; an empty row is none. Throws InputError for a row that would get lost. */
function queryOf(value: unknown, { label }: ReadContext): URLSearchParams {
	const rows = (value as { parameter?: unknown } | undefined)?.parameter;
	const query = new URLSearchParams();
	(Array.isArray(rows) ? rows : []).forEach((row: unknown, index) => {
		const { name, value: text } = isObject(row) ? row : {};
		if (name === '' && text === '') return;
		if (typeof name !== 'string' || name === '' || notText(text) !== undefined) {
			throw new InputError(
				`${label}: row ${index + 1} needs a name and a value`,
				'Enter both, or remove the row. A list needs a row for each value.',
			);
		}
		query.append(name, String(text));
	});
	return query;
}
