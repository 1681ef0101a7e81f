import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	createSend,
	n8nHttpClient,
	pageIn,
	Priority,
	processTransport,
	readAll,
	readCredential,
} from '../../tools/build/transport';

/** `execute` of a node: outputs an item for each contact that a search finds, at most `limit`. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const credential = readCredential(await this.getCredentials('helpdeskApi'));
	const signal = this.getExecutionCancelSignal();
	const send = createSend(processTransport, {
		client: n8nHttpClient(this, credential),
		credential,
		priority: Priority.bulk,
		signal,
	});

	const contacts: AsyncGenerator<IDataObject> = readAll(send, {
		request: {
			method: 'GET',
			path: '/contacts',
			query: { q: this.getNodeParameter('search', 0) as string, with_orphan: true },
		},
		envelope: 'counting',
		atPage: pageIn.contactQuery,
		limit: this.getNodeParameter('limit', 0) as number,
	});

	const items: INodeExecutionData[] = [];
	for await (const { id, name, email } of contacts)
		items.push({ json: { id, name, email }, pairedItem: { item: 0 } });
	return [items];
}
