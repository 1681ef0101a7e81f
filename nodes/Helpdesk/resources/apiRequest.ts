import type { IDataObject, IHttpRequestMethods, INodeExecutionData } from 'n8n-workflow';

import {
	ApiError,
	bodyWith,
	displayWith,
	InputError,
	isObject,
	isReading,
	isReadingPost,
	queryWith,
	relativePath,
	type ApiRequest,
	type AtPage,
} from '../../../transport';
import type { Input } from '../../shared/field';
import { count } from '../../shared/fields/readers';
import { quoted } from '../../shared/names';
import { requestFields, requestOptions } from '../fields/apiRequest';
import { fileField } from '../fields/fieldNames';
import { binaryPropertyName, fileFormat } from '../fields/files';
import type { Call, Resource } from '../operation';
import { anything, binary, list, outputOf } from '../run/outputs';
import { inputFile, withFile } from '../run/upload';
import { operationsOf } from './operations';

export const apiRequest: Resource = {
	name: 'API Request',
	value: 'apiRequest',
	description: 'Any request to the Helpdesk API, within the same limit',
	operations: operationsOf({
		send: {
			action: 'Send API request',
			description: 'Send a request to the API that no other operation covers',
			undo: "what can be taken back depends on 'Method' and 'Path'",
			fields: requestFields,
			options: [...requestOptions, binaryPropertyName, fileFormat, fileField],
			request: requestOf,
			output: outputOf({}, async (given) => {
				const call = await withItsFile(given);
				const { pageMode, download, fullResponse } = call.input;
				if (download) return await binary(call);
				if (pageMode === 'none') return fullResponse ? [await answered(call)] : await anything(call);
				const { atPage, ...chosen } = pagesOf(call.request);
				return await list(pageMode as 'counting', atPage, undefined, chosen)(call);
			}),
		},
	}),
};

async function answered({ send, request }: Call): Promise<INodeExecutionData> {
	const { status, headers, body } = await send(request).catch((error: unknown) => {
		if (!(error instanceof ApiError) || error.result.kind !== 'answer' || !isReading(request)) throw error;
		const { message, code } = error.texts;
		return { ...error.result.answer, body: message === undefined ? null : { message, ...(code !== undefined && { code }) } };
	});
	return { json: { statusCode: status, headers, body: body as IDataObject } };
}

async function withItsFile(call: Call): Promise<Call> {
	const { request, input, context } = call;
	if (input.binaryPropertyName === undefined) return call;
	return { ...call, request: await withFile(request, await inputFile(context, input.binaryPropertyName as string), input) };
}

const SIZE_NAMES = ['per_page', 'per-page'];

/** Finds where a request takes its page. A size that the user set is kept, and a page is the first one read. */
function pagesOf({ path, query, body }: ApiRequest): { atPage: AtPage; perPage?: number; from?: number } {
	const inBody = isObject(body) ? body : {};
	const inQuery: IDataObject = Object.fromEntries(new URLSearchParams(query as URLSearchParams | undefined));
	const [fields, pagesWith] = isObject(inBody.display)
		? [inBody.display, displayWith]
		: ['page', ...SIZE_NAMES].some((name) => Object.hasOwn(inBody, name))
			? [inBody, bodyWith]
			: [inQuery, queryWith];
	const sizeName = SIZE_NAMES.find((name) => Object.hasOwn(fields, name));
	const usualName = pagesWith === queryWith && path !== '/contacts' ? 'per-page' : 'per_page';
	return {
		atPage: pagesWith(sizeName ?? usualName),
		perPage: sizeName === undefined ? undefined : count(fields[sizeName], { label: quoted(sizeName) }),
		from: Object.hasOwn(fields, 'page') ? count(fields.page, { label: quoted('page') }) : undefined,
	};
}

function requestOf(input: Input, baseUrl: string): ApiRequest {
	const { method, queryParameters, jsonBody, download, binaryPropertyName } = input;
	if (method === 'GET' && binaryPropertyName !== undefined) {
		throw new InputError("'Method' is GET, which sends no file", "Choose another 'Method', or remove 'Input Binary Field'.");
	}
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
