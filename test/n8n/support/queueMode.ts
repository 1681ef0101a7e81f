import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { itemsOf, type Execution } from '../../../tools/n8n/client';
import { type QueueMode, queueModePrograms, startQueueMode } from '../../../tools/n8n/queueMode';
import { helpdeskCredential, withCredential } from '../../../tools/n8n/workflow';
import type { Sandbox } from '../../../sandbox';
import { chain, helpdesk } from './workflows';

const programs = queueModePrograms((line) => console.warn(line));

/** `it` for queue mode. Skips with a message on a machine that cannot have Redis and PostgreSQL. */
export const itInQueueMode = typeof programs === 'string' ? it.skip : it;
if (typeof programs === 'string') console.warn(`NOT TESTED, queue mode: ${programs}.`);

/** Starts queue mode for a test. `env` applies to all its processes. */
export async function queueModeForTest(
	tarball: string,
	workers: number,
	env?: Record<string, string>,
): Promise<QueueMode & { remove(): Promise<void> }> {
	if (typeof programs === 'string') throw new Error(programs);
	const folder = await mkdtemp(join(tmpdir(), 'helpdesk-queue-'));
	// PostgreSQL runs as another user, who needs access.
	await chmod(folder, 0o755);
	const queueMode = await startQueueMode({ programs, folder, tarball, workers, env });
	const remove = async () => {
		await queueMode.stop();
		await rm(folder, { recursive: true, force: true });
	};
	return { ...queueMode, remove };
}

/** Updates conversations in parallel, in one execution per worker. Resolves with their output. */
export async function updateInParallel({ main, workers }: QueueMode, sandbox: Sandbox, ids: string[]) {
	const credential = await main.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const conversationId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const update = helpdesk('Update', 'conversation.update', { conversationId, updateFields: { status: 'Pending' } });
	const workflows = await Promise.all(
		workers.map(async (_, worker) => {
			const items = ids.filter((_id, index) => index % workers.length === worker).map((id) => ({ id }));
			return await main.client.createWorkflow(
				withCredential(chain(`Part ${worker + 1}`, items, [update]), credential),
			);
		}),
	);
	const executions = await Promise.all(workflows.map(async (workflow) => await main.client.run(workflow, 'By hand')));
	return executions.flatMap(idsOf);
}

function idsOf(execution: Execution) {
	if (execution.status !== 'success')
		throw new Error(`Execution ${execution.id}: ${execution.status} ${execution.error ?? ''}`);
	return itemsOf(execution, 'Update').map(({ json }) => json.id as string);
}
