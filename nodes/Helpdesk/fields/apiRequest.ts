import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../operation';
import { jsonObject } from '../read/json';
import { flag, text } from '../read/text';
import { limit, returnAll } from './paging';

const PAGED = ['counting', 'simple', 'wrapped'];

export const method: Field = {
	property: {
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((value) => ({ name: value, value })),
		default: 'GET',
		description: 'The HTTP method of the request',
	},
	read: text,
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
		type: 'json',
		default: '',
		placeholder: 'e.g. {"status": "Closed"}',
		description: 'The JSON object to send; empty for none',
	},
	read: jsonObject,
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
		description: 'Whether the answer comes in pages, and of which form. The page is asked for by "page" and "per-page" in the query, or where the request already has "per_page" or "display".',
	},
	read: text,
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
		description: 'Whether to return the answer as a file, for example an attachment',
	},
	read: flag,
	sent: false,
};

function whenPaged(field: Field): Field {
	const show = { ...field.property.displayOptions?.show, pageMode: PAGED };
	return { ...field, property: { ...field.property, displayOptions: { show } } };
}

function queryOf(value: unknown): IDataObject {
	const rows = (value as { parameter?: Array<{ name: string; value: unknown }> } | undefined)?.parameter ?? [];
	const query: IDataObject = {};
	for (const { name, value } of rows) {
		if (name === '') continue;
		const before = query[name];
		query[name] = before === undefined ? (value as string) : [before, value].flat() as string[];
	}
	return query;
}
