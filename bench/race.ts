import type { Execution, N8nClient } from '../tools/n8n/client';
import { headerCredential, helpdeskCredential, withCredential, type SavedCredential } from '../tools/n8n/workflow';
import { startSandbox, type LoggedRequest, type Sandbox, type Changed, type SandboxOptions } from '../sandbox';
import { chain, type Link } from '../test/n8n/support/workflows';
import { unlimited } from './support';

/** One way to do a task, set up as a user would. */
export interface Contender {
	name: string;
	/** @param inHeader the token for nodes without the pack's credential */
	step: (sandbox: Sandbox, inHeader: SavedCredential) => Link;
}

/** A task that several contenders do, each with its own helpdesk. */
export interface Task {
	name: string;
	sandbox?: Changed<SandboxOptions>;
	/** Prepares the helpdesk, for example with faults. */
	prepare?: (sandbox: Sandbox) => void;
	/** Returns the IDs of the input items; without any, there is one empty item. */
	ids: (sandbox: Sandbox) => string[];
	/** Returns how often a conversation has the written text; absent for tasks that only read. */
	written?: (sandbox: Sandbox, id: string) => number;
	/** This pack is the first. */
	contenders: Contender[];
}

export interface Result {
	task: string;
	contender: string;
	/** `success` if all its executions succeeded. */
	status: Execution['status'];
	/** Time from the first request to the last answer, by the helpdesk's log. */
	seconds: number;
	requests: LoggedRequest[];
	/** Number of writes per conversation. */
	written: number[];
}

/** Lets all contenders of a task run at the same time in the same n8n. */
export async function race(client: N8nClient, task: Task): Promise<Result[]> {
	return await Promise.all(task.contenders.map(async (contender) => await run(client, task, contender)));
}

/**
 * Runs a task with one contender.
 *
 * @param executions number of concurrent executions that share the items
 */
export async function run(client: N8nClient, task: Task, contender: Contender, executions = 1): Promise<Result> {
	const sandbox = await startSandbox(task.sandbox);
	try {
		task.prepare?.(sandbox);
		const ids = task.ids(sandbox);
		const isUnlimited = task.sandbox?.limitPerMinute === 0;
		const credential = await client.createCredential(
			isUnlimited ? unlimited(sandbox) : helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal),
		);
		const inHeader = await client.createCredential(headerCredential(sandbox.tokens.personal));
		const items = ids.length > 0 ? ids.map((id) => ({ id })) : [{}];
		const step = { ...contender.step(sandbox, inHeader), name: 'Step' };
		const statuses = await Promise.all(
			Array.from({ length: executions }, async (_, part) => {
				const own = items.filter((_item, index) => index % executions === part);
				const workflow = chain(`${task.name}: ${contender.name}`, own, [step]);
				return (await client.run(await client.createWorkflow(withCredential(workflow, credential)), 'By hand'))
					.status;
			}),
		);
		const requests = sandbox.requests();
		const ended = Math.max(...requests.map(({ answeredMonotonic }) => answeredMonotonic ?? 0));
		return {
			task: task.name,
			contender: contender.name,
			status: statuses.find((status) => status !== 'success') ?? 'success',
			seconds: (ended - requests[0]!.arrivedMonotonic) / 1000,
			requests,
			written: ids.flatMap((id) => task.written?.(sandbox, id) ?? []),
		};
	} finally {
		await sandbox.close();
	}
}
