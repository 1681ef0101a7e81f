import { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import {
	Transport,
	ApiError,
	createSend,
	isObject,
	n8nHttpClient,
	Priority,
	readCredential,
	Send,
	Task,
} from '../../../transport';
import { failureText, nodeError } from '../failure';
import { pickers, shortLists, Picker } from './lists';
import { undefinedIfRefused, FRESH_MAX_AGE_MS, lookupOf } from '../lookup';

export { personName } from './lists';
export type PickerName = keyof typeof pickers;
export type ShortListName = keyof typeof shortLists;

export interface Offered {
	names: string[];
	hasCustomFields: boolean;
}

/** @param fieldsOf returns the output fields of the chosen operation or events */
export function pickerMethods(transport: Transport, fieldsOf?: (parameter: (name: string) => unknown) => Offered) {
	const outputFields: Picker = async (picking) => {
		const { names, hasCustomFields } = fieldsOf!(picking.parameter);
		const { results } = hasCustomFields ? await pickers.customFieldKeys(picking) : { results: [] };
		return { results: [...names, ...results.map(({ name }) => name)].map((name) => ({ name, value: name })) };
	};
	return {
		listSearch: methodsOf(transport, pickers, (found) => found),
		loadOptions: methodsOf(transport, { ...shortLists, outputFields }, ({ results }) => results),
	};
}

function methodsOf<T>(transport: Transport, some: Record<string, Picker>, answer: (found: INodeListSearchResult) => T) {
	const method = (picker: Picker) =>
		async function (this: ILoadOptionsFunctions, filter?: string, page?: string) {
			return answer(await pick(this, transport, picker, filter, Number(page ?? 1)));
		};
	return Object.fromEntries(Object.entries(some).map(([name, picker]) => [name, method(picker)]));
}

/** A token may lack the scope to list records (contract, Authentication). */
const TASK: Task = {
	action: 'Load the list',
	reasons: {
		403: {
			why: 'the access token may not list these',
			todo: 'Choose By ID or Expression. Or use a token that may read this list.',
		},
	},
};

async function pick(context: ILoadOptionsFunctions, transport: Transport, picker: Picker, filter = '', page: number) {
	try {
		const credential = readCredential(await context.getCredentials('helpdeskApi'));
		const client = n8nHttpClient(context, credential);
		const send = createSend(transport, { client, credential, priority: Priority.interactive });
		let forbidden: ApiError | undefined;
		const sendAndNote: Send = (request) =>
			send(request).catch((error: unknown) => {
				if (error instanceof ApiError && error.status === 403) forbidden = error;
				throw error;
			});
		const lookup = lookupOf(transport, credential, { send: sendAndNote, maxAgeMs: FRESH_MAX_AGE_MS });
		const picking = {
			lookup,
			filter,
			page,
			parameter: (name: string) => context.getCurrentNodeParameter(name),
			chosen: (name: string) => [context.getCurrentNodeParameter(name)].flat().flatMap(idsIn),
			timezone: context.getTimezone(),
		};
		const found = (await undefinedIfRefused(picker(picking))) ?? { results: [] };
		// Otherwise, the refusal would look like "No results".
		if (found.results.length === 0 && forbidden) throw forbidden;
		return found;
	} catch (error) {
		throw nodeError(error, failureText(error, TASK), context.getNode());
	}
}

/** The editor passes an unresolved expression as null or as its text. */
function idsIn(chosen: unknown) {
	const value = isObject(chosen) && 'value' in chosen ? chosen.value : chosen;
	const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return id === '' || id.startsWith('=') ? [] : [id];
}
