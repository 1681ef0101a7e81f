import type { Execution } from '../n8n/execution';
import type { RunningN8n } from '../n8n/start';
import { helpdeskCredential, withCredential, type SavedCredential } from '../n8n/workflow';
import { startSandbox, type LoggedRequest, type Sandbox, type SandboxOptions } from '../sandbox';
import { chain, type Link } from '../test/n8n/support/chain';

/** One way to do a task, as a user would set it up. */
export interface Contender {
	name: string;
	step: (sandbox: Sandbox, credential: SavedCredential) => Link;
}

/** A task that several contenders do, each against a helpdesk of its own. */
export interface Task {
	name: string;
	sandbox?: Partial<SandboxOptions>;
	/** Faults and the like, before the run. */
	prepare?: (sandbox: Sandbox) => void;
	/** The ids that become the input items; one empty item when there are none. */
	ids: (sandbox: Sandbox) => string[];
	contenders: Contender[];
}

export interface Result {
	task: string;
	contender: string;
	status: string;
	/** From the first request's arrival to the last answer, as the helpdesk saw it. */
	seconds: number;
	requests: LoggedRequest[];
	ids: string[];
	sandbox: Sandbox;
	execution: Execution;
}

const LONGEST_MS = 600_000;

/** Lets all contenders of a task run at the same time in the same n8n. */
export async function race({ client }: RunningN8n, task: Task): Promise<Result[]> {
	return await Promise.all(
		task.contenders.map(async ({ name, step }) => {
			const sandbox = await startSandbox(task.sandbox);
			task.prepare?.(sandbox);
			const ids = task.ids(sandbox);
			const credential = await client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
			const items = ids.length > 0 ? ids.map((id) => ({ id })) : [{}];
			const workflow = chain(`${task.name}: ${name}`, items, [{ ...step(sandbox, credential), name: 'Step' }]);
			const execution = await client.run(await client.createWorkflow(withCredential(workflow, credential)), 'By hand', LONGEST_MS);
			const requests = sandbox.requests();
			const seconds = (Math.max(...requests.map(({ answeredMonotonic }) => answeredMonotonic ?? 0)) - requests[0]!.arrivedMonotonic) / 1000;
			await sandbox.close();
			return { task: task.name, contender: name, status: execution.status, seconds, requests, ids, sandbox, execution };
		}),
	);
}
