import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { relativePath, type ApiRequest } from '../../../../transport';
import {
	download,
	jsonBody,
	method,
	pagedLimit,
	pagedReturnAll,
	pageMode,
	path,
	queryParameters,
} from '../../fields/apiRequest';
import type { Call, Input, Operation } from '../../operation';
import { anything, binary, list } from '../../run/outputs';
import { pagesOf } from './pagesOf';

export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send an API request',
	description: 'Send any request to the API by method and path, for what no other operation covers',
	fields: [method, path, queryParameters, jsonBody, pageMode, pagedReturnAll, pagedLimit],
	options: [download],
	request: requestOf,
	output: async (call: Call) => {
		const { pageMode, download } = call.input;
		if (download) return await binary(call);
		if (pageMode === 'none') return await anything(call);
		const { atPage, ...chosen } = pagesOf(call.request);
		return await list(pageMode as 'counting', atPage, undefined, chosen)(call);
	},
};

/** The lists that the specification asks for with a POST: a filter of an inbox, and the search. */
const READING_POST = /^\/?(inboxes\/[^/]+|search)\/?$/;

function requestOf(input: Input, baseUrl: string): ApiRequest {
	const { method, path, queryParameters, jsonBody, pageMode, download } = input;
	return {
		method: method as IHttpRequestMethods,
		path: relativePath(path as string, baseUrl),
		query: queryParameters as URLSearchParams,
		body: jsonBody as IDataObject | unknown[] | undefined,
		readOnly: pageMode !== 'none' && READING_POST.test(path as string),
		download: download as boolean | undefined,
	};
}
