import { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { ApiError, isObject, isReading, isReadingPost, pageIn, ApiRequest, AtPage } from '../../../transport';
import { relativePath, Input } from '../../shared';
import { requestFields, requestOptions } from '../fields';
import { Call } from '../operation';
import { anything, binary, list, outputOf } from '../run/outputs';
import { resourceOf } from './operations';

export const apiRequest = resourceOf(
	'apiRequest',
	'Any request to the Helpdesk API, within the rate limit',
	{
		send: {
			action: 'Send API request',
			description: 'Send a request to the API that no other operation covers',
			undo: "what can be undone depends on 'Method' and 'Path'",
			fields: requestFields,
			options: requestOptions,
			request: requestOf,
			output: outputOf({}, async (call) => {
				const { pageMode, download, fullResponse } = call.input;
				if (download) return await binary(call);
				if (pageMode === 'none') return fullResponse ? [await answered(call)] : await anything(call);
				return await list(pageMode as 'counting', pagePlaceIn(call.request))(call);
			}),
		},
	},
	'API Request',
);

async function answered({ send, request }: Call) {
	const { status, headers, body } = await send(request).catch((error: unknown) => {
		if (!(error instanceof ApiError) || error.result.kind !== 'answer' || !isReading(request)) throw error;
		const { message, code } = error.texts;
		return {
			...error.result.answer,
			body: message === undefined ? null : { message, ...(code !== undefined && { code }) },
		};
	});
	return { json: { statusCode: status, headers, body: body as IDataObject } };
}

/** Returns where to put the page number (contract, Limits; GET /contacts; Filter body). */
function pagePlaceIn({ path, body }: ApiRequest): AtPage {
	if (isObject(body) && isObject(body.display)) return pageIn.display;
	if (isObject(body) && 'page' in body) return pageIn.body;
	return path === '/contacts' ? pageIn.contactQuery : pageIn.query;
}

function requestOf(input: Input, baseUrl: string): ApiRequest {
	const { method, queryParameters, jsonBody, download } = input;
	const path = relativePath(input.path as string, baseUrl);
	return {
		method: method as IHttpRequestMethods,
		path,
		query: queryParameters as URLSearchParams,
		body: jsonBody as IDataObject | unknown[] | undefined,
		readOnly: isReadingPost(method, path),
		download: download as boolean | undefined,
	};
}
