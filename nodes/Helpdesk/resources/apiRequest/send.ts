import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { relativePath, type ApiRequest, type Listing } from '../../../../transport';
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
import { anything, binary, list, pageIn } from '../../run/outputs';

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
		return await list(pageMode as 'counting', placeOf(call.request))(call);
	},
};

function requestOf(input: Input, baseUrl: string): ApiRequest {
	const { method, path, queryParameters, jsonBody, pageMode, download } = input;
	return {
		method: method as IHttpRequestMethods,
		path: relativePath(path as string, baseUrl),
		query: queryParameters as IDataObject,
		body: jsonBody as IDataObject | undefined,
		// Reading a listing page by page changes nothing, whatever its method.
		readOnly: pageMode !== 'none',
		download: download as boolean | undefined,
	};
}

/** The page goes where the request already has one; else into the query, by the name that the endpoint has. */
function placeOf({ path, query = {}, body = {} }: ApiRequest): Listing['atPage'] {
	if ('display' in body) return pageIn.display;
	if ('page' in body || 'per_page' in body) return pageIn.body;
	return path === '/contacts' || 'per_page' in query ? pageIn.contactQuery : pageIn.query;
}
