import { join } from 'node:path';

import type { N8nClient } from '../n8n/client';
import { helpdeskCredential, readWorkflow, withCredential, withSchedule, type SavedWorkflow } from '../n8n/workflow';
import type { Sandbox } from '../../sandbox';

const FILE = join(__dirname, '../../examples/triage.json');

/** Does what a user does with the example: creates the credential, imports the file, chooses the credential, runs it, switches it on. */
export async function setUpTriage(client: N8nClient, sandbox: Sandbox): Promise<SavedWorkflow> {
	const credential = await client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const example = withCredential(await readWorkflow(FILE), credential);
	// Nobody watches a demo for the five minutes of the file.
	const workflow = await client.createWorkflow(withSchedule(example, { field: 'minutes', minutesInterval: 1 }));
	// Once by hand before the schedule may fire: two runs at the same time would both write the note.
	const { status, error } = await client.run(workflow, 'By hand');
	if (status !== 'success') throw new Error(`The triage workflow ended with ${status}: ${error}`);
	await client.activate(workflow);
	return workflow;
}
