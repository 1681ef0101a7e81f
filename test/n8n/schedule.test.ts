import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf } from '../../tools/n8n/execution';
import { helpdeskCredential, readWorkflow, withAll, withCredential, withSchedule } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

const FILE = join(__dirname, '..', '..', 'examples', 'triage.json');

describe('the triage example, switched on in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 100 });
	});

	afterAll(async () => await sandbox.close());

	it('runs on its schedule, and no longer once it is switched off', async () => {
		const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		const example = withCredential(withAll(await readWorkflow(FILE)), credential);
		const workflow = await n8n.client.createWorkflow(withSchedule(example, { field: 'seconds', secondsInterval: 2 }));

		await n8n.client.activate(workflow);
		let executions: string[] = [];
		while (executions.length === 0) {
			await sleep(100);
			executions = await n8n.client.executionIds(workflow);
		}
		await n8n.client.deactivate(workflow);
		const execution = await n8n.client.finished(executions.at(-1)!);
		expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
		expect(itemsOf(execution, 'Note for the team').length).toBeGreaterThan(0);

		const executed = (await n8n.client.executionIds(workflow)).length;
		await sleep(2_500);
		expect(await n8n.client.executionIds(workflow)).toHaveLength(executed);
		await n8n.client.deleteWorkflow(workflow);
	});
});
