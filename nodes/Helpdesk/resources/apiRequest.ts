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
import { download, fullResponse, jsonBody, method, pagedLimit, pagedReturnAll, pageMode, path, queryParameters } from '../fields/apiRequest';
import { fileField } from '../fields/fieldNames';
import { binaryPropertyName, fileFormat } from '../fields/files';
import type { Call, Resource } from '../operation';
import { anything, binary, list, outputOf } from '../run/outputs';
import { withFile } from '../run/upload';

export const apiRequest: Resource = {
	name: 'API Request',
	value: 'apiRequest',
	description: 'Any request to the Helpdesk API, within the same limit and as well explained where it is refused',
	operations: [
		{
			name: 'Send',
			value: 'send',
			action: 'Send API request',
			description: 'Send any request to the API by method and path, for what no other operation covers',
			undo: "what can be taken back depends on 'Method' and 'Path'",
			fields: [method, path, queryParameters, jsonBody, pageMode, pagedReturnAll, pagedLimit],
			options: [fullResponse, download, binaryPropertyName, fileFormat, fileField],
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
	],
};

/** The answer as n8n's HTTP Request node has it. Of a refusal the body is the helpdesk's own words. */
async function answered({ send, request }: Call): Promise<INodeExecutionData> {
	const { status, headers, body } = await send(request).catch((error: unknown) => {
		if (!(error instanceof ApiError) || error.outcome.kind !== 'answer' || !isReading(request)) throw error;
		const { message, code } = error.texts;
		return { ...error.outcome.answer, body: message === undefined ? null : { message, ...(code !== undefined && { code }) } };
	});
	return { json: { statusCode: status, headers, body: body as IDataObject } };
}

/** The call with the item's file in its request, where the user wants one to be sent. */
async function withItsFile(call: Call): Promise<Call> {
	const { request, input, readFile } = call;
	if (input.binaryPropertyName === undefined) return call;
	return { ...call, request: await withFile(request, await readFile(input.binaryPropertyName as string), input) };
}

const SIZE_NAMES = ['per_page', 'per-page'];

/** How the pages of a request that the user wrote are asked for. */
interface Pages {
	atPage: AtPage;
	/** As the user set it. */
	perPage?: number;
	/** The page that the user set, to begin with. */
	from?: number;
}

/** A part of the request that can say which page is meant. */
interface Place {
	fields: IDataObject;
	/** The name of the page size where the user gave none. */
	sizeName: string;
	with: (sizeName: string) => AtPage;
}

/**
 * Where a request that the user wrote takes its page: where it names a page or a page size already, else in
 * `display`, else in the query. What the user set stays: the size is asked for, and the page is the first one.
 *
 * @throws {InputError} for a page or a size that is no number
 */
function pagesOf({ path, query, body }: ApiRequest): Pages {
	const inBody = isObject(body) ? body : {};
	const display: Place[] = isObject(inBody.display) ? [{ fields: inBody.display, sizeName: 'per_page', with: displayWith }] : [];
	const inQuery: Place = {
		fields: Object.fromEntries(new URLSearchParams(query as URLSearchParams | undefined)),
		sizeName: path === '/contacts' ? 'per_page' : 'per-page',
		with: queryWith,
	};
	const places: Place[] = [...display, { fields: inBody, sizeName: 'per_page', with: bodyWith }, inQuery];
	const { fields, sizeName, with: pagesWith } = places.find(namesPages) ?? display[0] ?? inQuery;
	const name = SIZE_NAMES.find((each) => Object.hasOwn(fields, each));
	return {
		atPage: pagesWith(name ?? sizeName),
		perPage: name === undefined ? undefined : chosen(name, fields[name]),
		from: Object.hasOwn(fields, 'page') ? chosen('page', fields.page) : undefined,
	};
}

function namesPages({ fields }: Place): boolean {
	return ['page', ...SIZE_NAMES].some((name) => Object.hasOwn(fields, name));
}

function chosen(name: string, value: unknown): number {
	const number = (typeof value === 'string' ? Number(value) : value) as number;
	if (Number.isSafeInteger(number) && number >= 1) return number;
	throw new InputError(
		`'${name}' must be a whole number of at least 1`,
		`Correct '${name}' in the query or the body, or remove it: 'Page Mode' asks for the pages by itself.`,
	);
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
