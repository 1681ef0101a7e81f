import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { queryText, WouldSend } from '../../../transport';

/** What an item comes out with whose write Dry Run held back. Throws again whatever else happened. */
export function rehearsed(error: unknown): INodeExecutionData[] {
	if (!(error instanceof WouldSend)) throw error;
	const { method, path, query, body, encoded } = error.request;
	const told = (encoded ? encoded.fields : body) ?? null;
	return [{ json: { dryRun: true, wouldSend: { method, path: path + queryText(query), body: told as IDataObject } } }];
}
