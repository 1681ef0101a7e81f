import { NodeApiError, NodeOperationError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';

import { ApiError, createSend, errorText, InputError, n8nWire, Priority, readCredential, type Transport } from '../../../transport';
import { emptyIfRefused } from '../emptyIfRefused';
import { located } from '../fields/readers';
import { lookupOf, PICKER_MAX_AGE_MS } from '../lookup/lookup';
import type { Picker } from './picker';

/**
 * Runs a picker for the editor: before bulk work in the queue, and remembered for seconds.
 *
 * @throws {NodeApiError} where the helpdesk could not be asked, {NodeOperationError} for a credential that cannot be used
 */
export async function pick(
	context: ILoadOptionsFunctions,
	transport: Transport,
	picker: Picker,
	filter = '',
	page = 1,
): Promise<INodeListSearchResult> {
	try {
		const credential = readCredential(await context.getCredentials('helpdeskApi'));
		const wire = n8nWire(context, credential);
		const send = createSend(transport, { wire, credential, priority: Priority.interactive });
		const lookup = lookupOf(transport, credential, { send, maxAgeMs: PICKER_MAX_AGE_MS });
		const chosen = (name: string) => chosenId(context.getCurrentNodeParameter(name));
		const chosenSeveral = (name: string) => chosenIds(context.getCurrentNodeParameter(name));
		const [found] = await emptyIfRefused(
			picker({ lookup, filter, page, chosen, chosenSeveral, timezone: context.getTimezone() }).then((result) => [result]),
		);
		return found ?? { results: [] };
	} catch (error) {
		throw shown(context, error);
	}
}

/** What the editor resolved; an expression that it could not arrives as null, or as it was typed. */
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
		const { message, description } = errorText(error, { action: 'Load the list' });
		return new NodeApiError(context.getNode(), {}, { message, description, httpCode: error.status?.toString() });
	}
	const { description } = error as Partial<InputError>;
	return new NodeOperationError(context.getNode(), error as Error, { description });
}
