import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { itemsOf, type N8nClient } from '../../../tools/n8n/client';
import { withCredential } from '../../../tools/n8n/workflow';
import type { Sandbox } from '../../../sandbox';
import { byId } from '../../support/locator';
import { saveDraft, thread } from '../../support/sandboxRecords';
import { chain, helpdesk, type Link } from './workflows';
import { quickCredential } from './n8n';

/** Every byte in every neighbourhood, more than n8n reads at once. */
export const BYTES = Buffer.from(Array.from({ length: 512 * 1024 }, (_, index) => (index * 31 + (index >> 8)) % 256));

const disk = (name: string, parameters: Link['parameters']): Link => ({ name, type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1, parameters });

/** A file from the disk goes into a draft, is downloaded again and saved; another copy goes by an API request. */
export async function thereAndBack(client: N8nClient, folder: string, sandbox: Sandbox): Promise<{ saved: Buffer; items: unknown[] }> {
	const [given, got] = [join(folder, 'given.bin'), join(folder, 'got.bin')];
	await writeFile(given, BYTES);
	const draftId = saveDraft(sandbox, thread(sandbox));
	const attach = { conversationId: byId(thread(sandbox).record.id), draftId, binaryPropertyName: 'data', options: { fileFormat: 'form' } };
	const workflow = await client.createWorkflow(
		withCredential(
			chain(
				'files',
				[{}],
				[
					disk('Read', { operation: 'read', fileSelector: given, options: {} }),
					helpdesk('Attach', 'unconfirmed.draftAttachFile', attach),
					helpdesk('Download', 'unconfirmed.attachmentDownload', { attachmentId: '={{ $json.attachment_id }}' }),
					helpdesk('Send on', 'apiRequest.send', {
						method: 'POST',
						path: '/attachments',
						jsonBody: JSON.stringify({ draft_id: draftId }),
						pageMode: 'none',
						options: { binaryPropertyName: 'data' },
					}),
					helpdesk('Download again', 'unconfirmed.attachmentDownload', { attachmentId: '={{ $json.id }}' }),
					disk('Save', { operation: 'write', fileName: got, dataPropertyName: 'data', options: {} }),
				],
			),
			await quickCredential(client, sandbox),
		),
	);
	const execution = await client.run(workflow, 'By hand');
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	await client.deleteWorkflow(workflow);
	return { saved: await readFile(got), items: itemsOf(execution, 'Download') };
}
