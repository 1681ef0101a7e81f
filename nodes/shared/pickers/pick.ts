import { NodeApiError, NodeOperationError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import {
	ApiError,
	createSend,
	errorText,
	InputError,
	n8nHttpClient,
	Priority,
	readCredential,
	type Send,
	type Task,
	type Transport,
} from '../../../transport';
import { emptyIfRefused } from '../emptyIfRefused';
import { located } from '../fields/readers';
import { lookupOf, PICKER_MAX_AGE_MS } from '../lookup/lookup';
import type { Picker } from './lists';

/** A restricted token may not list records (contract, Authentication). */
const TASK: Task = {
	action: 'Load the list',
	reasons: {
		403: {
			why: 'the access token may not list these',
			todo: 'Enter the ID: choose By ID in place of From List, or Expression in a field that takes several. Or enter a token that may read this list.',
		},
	},
};

/** Runs a picker for the editor, before bulk work. Throws {NodeApiError} or {NodeOperationError}. */
export async function pick(
	context: ILoadOptionsFunctions,
	transport: Transport,
	picker: Picker,
	filter = '',
	page = 1,
): Promise<INodeListSearchResult> {
	try {
		const credential = readCredential(await context.getCredentials('helpdeskApi'));
		const client = n8nHttpClient(context, credential);
		const send = createSend(transport, { client, credential, priority: Priority.interactive });
		let forbidden: ApiError | undefined;
		const sendAndNote: Send = async (request) =>
			await send(request).catch((error: unknown) => {
				if (error instanceof ApiError && error.status === 403) forbidden = error;
				throw error;
			});
		const lookup = lookupOf(transport, credential, { send: sendAndNote, maxAgeMs: PICKER_MAX_AGE_MS });
		const chosen = (name: string) => chosenId(context.getCurrentNodeParameter(name));
		const chosenSeveral = (name: string) => chosenIds(context.getCurrentNodeParameter(name));
		const [found = { results: [] }] = await emptyIfRefused(
			picker({ lookup, filter, page, chosen, chosenSeveral, timezone: context.getTimezone() }).then((result) => [result]),
		);
		// "No results" would be wrong.
		if (found.results.length === 0 && forbidden) throw forbidden;
		return found;
	} catch (error) {
		throw shown(context, error);
	}
}

/** An unresolved expression is null, or its text. */
function chosenId(parameter: unknown): string {
	const value = located(parameter);
	const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return id.startsWith('=') ? '' : id;
}

function chosenIds(parameter: unknown): string[] {
	return (Array.isArray(parameter) ? parameter : []).map(chosenId).filter((id) => id !== '');
}

function shown(context: ILoadOptionsFunctions, error: unknown): Error {
	if (error instanceof ApiError) {
		const { message, description } = errorText(error, TASK);
		return new NodeApiError(context.getNode(), {}, { message, description, httpCode: error.status?.toString() });
	}
	const { description } = error as Partial<InputError>;
	return new NodeOperationError(context.getNode(), error as Error, { description });
}
