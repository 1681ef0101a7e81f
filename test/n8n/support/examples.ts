import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nClient } from '../../../tools/n8n/client';
import type { Execution } from '../../../tools/n8n/execution';
import { helpdeskCredential, readWorkflow, type SavedCredential, type WorkflowInput } from '../../../tools/n8n/workflow';
import type { Sandbox } from '../../../sandbox';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');

/** How often a trigger looks, so that a test need not wait for a minute. */
export const EVERY_SECOND = {
	// n8n refuses one expression that fires more than once a minute.
	item: Array.from({ length: 60 }, (_, second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The names of all examples, without `.json`. */
export const exampleNames = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));

/** An example as its file has it. */
export async function readExample(name: string): Promise<WorkflowInput> {
	return await readWorkflow(join(FOLDER, `${name}.json`));
}

/** A credential for a sandbox without a limit. */
export async function quickCredential(client: N8nClient, { baseUrl, tokens }: Sandbox): Promise<SavedCredential> {
	const { data, ...named } = helpdeskCredential(baseUrl, tokens.personal);
	return await client.createCredential({ ...named, data: { ...data, requestsPerMinute: 100_000 } });
}

/** The workflow with other parameters in one node, as a user changes them there. */
export function withParameters(workflow: WorkflowInput, node: string, parameters: WorkflowInput['nodes'][number]['parameters']): WorkflowInput {
	const nodes = workflow.nodes.map((each) => (each.name === node ? { ...each, parameters: { ...each.parameters, ...parameters } } : each));
	return { ...workflow, nodes };
}

/** Waits until something holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
	for (const deadline = Date.now() + withinMs; !(await holds()); await sleep(100)) {
		if (Date.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${String(holds)}`);
	}
}

/**
 * Switches a workflow on until something holds, then off again and removes it.
 *
 * @param holds is given how many executions have begun
 * @returns the executions that n8n has kept, oldest first, once all have ended
 */
export async function switchedOn(
	client: N8nClient,
	input: WorkflowInput,
	holds: (begun: number) => boolean | Promise<boolean>,
): Promise<Execution[]> {
	const workflow = await client.createWorkflow(input);
	await client.activate(workflow);
	try {
		await eventually(async () => await holds((await client.executionIds(workflow)).length));
	} finally {
		await client.deactivate(workflow);
	}
	await eventually(async () => !(await client.isRunning(workflow)));
	const executions: Execution[] = [];
	for (const id of (await client.executionIds(workflow)).reverse()) executions.push(await client.finished(id));
	await client.deleteWorkflow(workflow);
	return executions;
}
