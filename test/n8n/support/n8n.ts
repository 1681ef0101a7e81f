import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Changed, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { GIVE_UP_MS, itemsOf, N8nClient, type Execution } from '../../../tools/n8n/client';
import { runtimeFolder } from '../../../tools/n8n/runtime.cjs';
import { LISTENING, readLog, type LogLine } from '../../../tools/n8n/start';
import {
	helpdeskCredential,
	type SavedCredential,
	type SavedWorkflow,
	type WorkflowInput,
} from '../../../tools/n8n/workflow';
import type { ScriptedModel } from './servers';
import { chain } from './workflows';

export interface SharedN8n {
	url: string;
	client: N8nClient;
	tarball: string;
	/** The only folder in which workflows may read and write files. */
	files: string;
	/**
	 * Returns n8n's warnings and errors about the pack since n8n's start and since this file connected, without those
	 * of other workflows.
	 */
	complaints(workflow: SavedWorkflow): LogLine[];
}

/** Matches the package's files, nodes and credential in n8n's log. */
const OURS = /n8n-nodes-helpdesk[/\\]dist|n8n-nodes-helpdesk\.|helpdeskApi|Helpdesk/;

type Started = Record<'url' | 'logFile' | 'tarball' | 'files', string>;
const started = () => JSON.parse(process.env.HELPDESK_TEST_N8N ?? '') as Started;

export const packedTarball = () => started().tarball;

/** Connects to the n8n that the global set-up has started. */
export async function connect() {
	const { logFile, ...shared } = started();
	const client = new N8nClient(shared.url);
	await client.signIn();
	const connectedAt = readLog(logFile).length;
	const complaints = ({ id }: SavedWorkflow) => {
		const lines = readLog(logFile);
		const ready = lines.findIndex(({ message }) => message.includes(LISTENING));
		return lines
			.filter((_, index) => index < ready || index >= connectedAt)
			.filter(
				({ level, text }) =>
					level !== 'info' && OURS.test(text) && (!/workflow/i.test(text) || text.includes(id)),
			);
	};
	return { ...shared, client, complaints };
}

/** The shared n8n, with its own sandbox and a credential without a limit. */
export interface Rig extends SharedN8n {
	sandbox: Sandbox;
	credential: SavedCredential;
	/** Saves a workflow, runs it by hand from a trigger, and deletes it. */
	run(input: WorkflowInput, trigger?: string): Promise<Execution>;
}

/** Sets up a rig before the tests of a file or block. Its fields can be read in tests and hooks. */
export function useRig(options: Changed<SandboxOptions> = {}) {
	const rig = {} as Rig;
	beforeAll(async () => {
		const n8n = await connect();
		const sandbox = await startSandbox({ conversations: 60, limitPerMinute: 0, ...options });
		const run: Rig['run'] = async (input, trigger = 'By hand') => {
			const workflow = await n8n.client.createWorkflow(input);
			const execution = await n8n.client.run(workflow, trigger);
			await n8n.client.deleteWorkflow(workflow);
			return execution;
		};
		Object.assign(rig, n8n, { sandbox, credential: await quickCredential(n8n.client, sandbox), run });
	});
	afterAll(async () => await rig.sandbox.close());
	return rig;
}

/** Creates a credential for a sandbox, without a rate limit. */
export async function quickCredential(client: N8nClient, { baseUrl, tokens }: Sandbox, changes: IDataObject = {}) {
	const { data, ...named } = helpdeskCredential(baseUrl, tokens.personal);
	return await client.createCredential({ ...named, data: { ...data, requestsPerMinute: 100_000, ...changes } });
}

/** Chooses a scripted model in the node "Model" of an example. */
export async function withModel(client: N8nClient, { nodes, ...rest }: WorkflowInput, { url }: ScriptedModel) {
	const model = { name: 'Scripted model', type: 'openAiApi', data: { apiKey: 'none', url } };
	const credentials = { openAiApi: await client.createCredential(model) };
	return { ...rest, nodes: nodes.map((node) => (node.name === 'Model' ? { ...node, credentials } : node)) };
}

/** Throws the error of each failed execution of a workflow once. */
export class FailureWatch {
	private checkedAt = Date.now();

	private constructor(
		private readonly client: N8nClient,
		private readonly workflow: SavedWorkflow,
		private readonly known: string[],
	) {}

	/** Ignores executions that have already failed. */
	static async over(client: N8nClient, workflow: SavedWorkflow) {
		return new FailureWatch(client, workflow, await client.failedIds(workflow));
	}

	/** Asks n8n at most every second. */
	async check() {
		if (Date.now() < this.checkedAt + 1_000) return;
		this.checkedAt = Date.now();
		const failed = (await this.client.failedIds(this.workflow)).find((id) => !this.known.includes(id));
		if (failed === undefined) return;
		this.known.push(failed);
		const { error } = await this.client.finished(failed);
		throw new Error(`An execution of "${this.workflow.name}" failed: ${error}`);
	}
}

const watches = new Map<string, FailureWatch>();

/** Publishes a workflow. Until `unpublish`, waiting tests end with the error of an execution that fails. */
export async function publish(client: N8nClient, workflow: SavedWorkflow) {
	watches.set(workflow.id, await FailureWatch.over(client, workflow));
	await client.activate(workflow);
}

export async function unpublish(client: N8nClient, workflow: SavedWorkflow) {
	watches.delete(workflow.id);
	await client.deactivate(workflow);
}

/**
 * Waits until a condition holds. Gives up shortly before the test's time-out.
 *
 * @throws {Error} at once if an execution of a watched workflow fails (`watch`, `publish`, `switchedOn`)
 */
export async function eventually(holds: () => boolean | Promise<boolean>, watch?: FailureWatch) {
	for (const deadline = Date.now() + GIVE_UP_MS; !(await holds()); await sleep(100)) {
		for (const each of watch ? [watch, ...watches.values()] : watches.values()) await each.check();
		if (Date.now() > deadline) throw new Error(`still not so: ${String(holds)}`);
	}
}

/**
 * Publishes a workflow until a condition holds, or the wait for it fails. Removes it after its executions have ended.
 *
 * @param holds gets the number of executions so far
 * @param mayFail whether the test expects an execution to fail
 * @returns the executions that n8n kept, oldest first
 */
export async function switchedOn(
	client: N8nClient,
	input: WorkflowInput,
	holds: (begun: number) => boolean | Promise<boolean>,
	{ mayFail = false } = {},
) {
	const workflow = await client.createWorkflow(input);
	const stop = async () => {
		await unpublish(client, workflow);
		await eventually(async () => !(await client.isRunning(workflow)));
	};
	try {
		if (mayFail) await client.activate(workflow);
		else await publish(client, workflow);
		await eventually(async () => await holds((await client.executionIds(workflow)).length));
	} catch (error) {
		await stop();
		await client.deleteWorkflow(workflow);
		throw error;
	}
	await stop();
	const executions: Execution[] = [];
	for (const id of (await client.executionIds(workflow)).reverse()) executions.push(await client.finished(id));
	await client.deleteWorkflow(workflow);
	return executions;
}

export async function rowsOf(client: N8nClient, table: string): Promise<Array<INodeExecutionData['json']>> {
	return await askTable(client, table, { resource: 'row', operation: 'get', returnAll: true });
}

/** Removes a data table that an earlier run may have left. */
export async function forget(client: N8nClient, table: string) {
	await askTable(client, table, {
		resource: 'table',
		operation: 'create',
		tableName: table,
		options: { createIfNotExists: true },
	});
	await askTable(client, table, { resource: 'table', operation: 'delete' });
}

async function askTable(
	client: N8nClient,
	table: string,
	parameters: INodeParameters,
): Promise<Array<INodeExecutionData['json']>> {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const node = {
		name: 'Table',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		parameters: { dataTableId, ...parameters },
	};
	const workflow = await client.createWorkflow(chain(`About ${table}`, [{}], [node]));
	const execution = await client.run(workflow, 'By hand');
	await client.deleteWorkflow(workflow);
	if (execution.status !== 'success') throw new Error(execution.error);
	return itemsOf(execution, 'Table').map(({ json }) => json);
}

const { version } = JSON.parse(readFileSync(join(runtimeFolder(), 'node_modules', 'n8n', 'package.json'), 'utf8')) as {
	version: string;
};

/**
 * False for the older n8n of `npm run test:oldest`. It has no human review of tool calls and no data tables, and its
 * agent of version 3 stops at a tool's error (docs/compatibility.md).
 */
export const isNewN8n = version.localeCompare('2.41', undefined, { numeric: true }) >= 0;
