import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { itemsOf } from '../../tools/n8n/execution';
import { withCredential, withSchedule, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import { chain } from './support/chain';
import { quickCredential, readExample, switchedOn } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

const FOLDER_OF_THE_EXAMPLE = '/home/node/.n8n-files';

describe('the example that exports an inbox every night, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	/** As it is imported: the file is its end. */
	let example: WorkflowInput;
	/** With the last node switched on. */
	let saving: WorkflowInput;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 600, limitPerMinute: 0 });
		const text = JSON.stringify(await readExample('nightly-export')).replace(FOLDER_OF_THE_EXAMPLE, n8n.files);
		const credential = await quickCredential(n8n.client, sandbox);
		example = withSchedule(withCredential(JSON.parse(text) as WorkflowInput, credential), { field: 'seconds', secondsInterval: 2 });
		saving = { ...example, nodes: example.nodes.map((node) => ({ ...node, disabled: false })) };
	});
	afterEach(() => files().forEach((file) => rmSync(join(n8n.files, file))));
	afterAll(async () => await sandbox.close());

	// Other tests leave theirs there too.
	const files = () => readdirSync(n8n.files).filter((name) => name.startsWith('conversations'));

	/** The rows of an Excel file, as n8n itself reads them. */
	async function rowsOf(file: string): Promise<IDataObject[]> {
		const workflow = await n8n.client.createWorkflow(
			chain(
				'Read it back',
				[{}],
				[
					{ name: 'Read', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1, parameters: { fileSelector: join(n8n.files, file) } },
					{ name: 'Rows', type: 'n8n-nodes-base.spreadsheetFile', typeVersion: 2, parameters: { operation: 'fromFile' } },
				],
			),
		);
		const execution = await n8n.client.run(workflow, 'By hand');
		await n8n.client.deleteWorkflow(workflow);
		return itemsOf(execution, 'Rows').map(({ json }) => json);
	}

	it('makes the file also where nobody has chosen a folder to save it in', async () => {
		const workflow = await n8n.client.createWorkflow(example);
		const execution = await n8n.client.run(workflow, 'Every night at two');
		await n8n.client.deleteWorkflow(workflow);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const [made] = itemsOf(execution, 'Make an Excel file');
		expect(made!.binary!.data).toMatchObject({ fileName: expect.stringMatching(/^conversations-\d{4}-\d\d-\d\d\.xlsx$/), fileExtension: 'xlsx' });
		expect(files()).toEqual([]);
	});

	it('saves each conversation once, oldest first, in a file of the day, and leaves no copy in the database of n8n', async () => {
		const contactId = sandbox.store.contactsOf('org_acme')[0]!.id;
		createConversation(sandbox.store, { inboxId: 'inbox_support', contactId, subject: '=1+1', html: '<p>Grüße 🙂</p>' });
		const kept = await switchedOn(n8n.client, saving, () => files().length > 0);

		expect(kept).toEqual([]);
		expect(files()).toEqual([expect.stringMatching(/^conversations-\d{4}-\d\d-\d\d\.xlsx$/)]);
		const rows = await rowsOf(files()[0]!);
		const oldestFirst = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'oldest').map(({ record }) => record);
		expect(oldestFirst.length).toBeGreaterThan(300);
		expect(rows.map(({ id }) => id)).toEqual(oldestFirst.map(({ id }) => id));
		// A program that opens the file takes what a customer wrote for text, not for a formula.
		expect(rows.at(-1)).toMatchObject({ subject: '=1+1', excerpt: 'Grüße 🙂', 'contact.email': oldestFirst.at(-1)!.contact.email });
	});

	it('fails visibly and writes no file when a page cannot be read', async () => {
		sandbox.fault({ kind: 'status', status: 422, path: '/inboxes/inbox_support', skip: 2, times: 0 });
		const [failed] = await switchedOn(n8n.client, saving, (begun) => begun > 0);
		sandbox.clearFaults();
		expect(failed).toMatchObject({ status: 'error', error: expect.stringContaining('Could not') });
		expect(files()).toEqual([]);
	});
});
