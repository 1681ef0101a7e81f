import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { itemsOf } from '../../../tools/n8n/execution';
import type { N8nClient } from '../../../tools/n8n/client';
import { chain } from './chain';

/** The rows of a data table of n8n, as its own node reads them. */
export async function rowsOf(client: N8nClient, table: string): Promise<Array<INodeExecutionData['json']>> {
	return await asked(client, table, { resource: 'row', operation: 'get', returnAll: true });
}

/** Removes a data table that an earlier run may have left in this n8n. */
export async function forget(client: N8nClient, table: string): Promise<void> {
	await asked(client, table, { resource: 'table', operation: 'create', tableName: table, options: { createIfNotExists: true } });
	await asked(client, table, { resource: 'table', operation: 'delete' });
}

async function asked(client: N8nClient, table: string, parameters: INodeParameters): Promise<Array<INodeExecutionData['json']>> {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const node = { name: 'Table', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters: { dataTableId, ...parameters } };
	const workflow = await client.createWorkflow(chain(`About ${table}`, [{}], [node]));
	const execution = await client.run(workflow, 'By hand');
	await client.deleteWorkflow(workflow);
	if (execution.status !== 'success') throw new Error(execution.error);
	return itemsOf(execution, 'Table').map(({ json }) => json);
}
