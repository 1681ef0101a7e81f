import { join } from 'node:path';

import type { N8nClient } from '../n8n/client';
import { helpdeskCredential, readWorkflow, withAll, withCredential, withSchedule, type SavedWorkflow, type WorkflowInput } from '../n8n/workflow';
import type { Sandbox } from '../../sandbox';

const FILE = join(__dirname, '../../examples/triage.json');

/** Does what a user does with the example: creates the credential, imports the file, chooses the credential, runs it, switches it on. */
export async function setUpTriage(client: N8nClient, sandbox: Sandbox): Promise<SavedWorkflow> {
	const credential = await client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const example = everyMinute(withCredential(withAll(await readWorkflow(FILE)), credential));
	const workflow = await client.createWorkflow(example);
	// Once by hand before the schedule may fire: two runs at the same time would both write the note.
	const { status, error } = await client.run(workflow, 'By hand');
	if (status !== 'success') throw new Error(`The triage workflow ended with ${status}: ${error}`);
	await client.activate(workflow);
	return workflow;
}

/** What the example's note says, and the demo's instead. */
const REWORDED = [
	[/Every five minutes/, 'Every minute'],
	[/\*\*It begins with Limit 5:\*\*.*\n\n/, ''],
] as const;

/**
 * Nobody watches a demo for the five minutes of the file, nor with its limit; its note says so.
 *
 * @throws {Error} where no note has what is to be reworded: the demo would tell what is not so
 */
export function everyMinute(example: WorkflowInput): WorkflowInput {
	const nodes = REWORDED.reduce((all, [said, instead]) => {
		const noteOf = ({ parameters }: WorkflowInput['nodes'][number]) => String(parameters.content ?? '');
		if (!all.some((node) => said.test(noteOf(node))))
			throw new Error(`No note of examples/triage.json has ${said.source}: reword it in tools/demo too`);
		return all.map((node) => {
			const content = noteOf(node).replace(said, instead);
			return content === '' ? node : { ...node, parameters: { ...node.parameters, content } };
		});
	}, example.nodes);
	return withSchedule({ ...example, nodes }, { field: 'minutes', minutesInterval: 1 });
}
