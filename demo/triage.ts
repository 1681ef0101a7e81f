import { join } from 'node:path';

import type { N8nClient } from '../n8n/client';
import { helpdeskCredential, readWorkflow, withCredential, type SavedWorkflow, type WorkflowInput } from '../n8n/workflow';
import type { Sandbox } from '../sandbox';

const FILE = join(__dirname, '..', 'examples', 'triage.json');

/** Does what a user does with the example: creates the credential, imports the file, chooses the credential, runs it, switches it on. */
export async function setUpTriage(client: N8nClient, sandbox: Sandbox): Promise<SavedWorkflow> {
	const credential = await client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const workflow = await client.createWorkflow(everyMinute(withCredential(await readWorkflow(FILE), credential)));
	// Once by hand before the schedule may fire: two runs at the same time would both write the note.
	const { status, error } = await client.run(workflow, 'By hand');
	if (status !== 'success') throw new Error(`The triage workflow ended with ${status}: ${error}`);
	await client.activate(workflow);
	return workflow;
}

/** Nobody watches a demo for five minutes. */
function everyMinute(workflow: WorkflowInput): WorkflowInput {
	const rule = { interval: [{ field: 'minutes', minutesInterval: 1 }] };
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.scheduleTrigger' ? { ...node, parameters: { rule } } : node,
	);
	return { ...workflow, nodes };
}
