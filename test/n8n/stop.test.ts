import { setTimeout as sleep } from 'node:timers/promises';

import { helpdeskCredential, withCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, helpdesk } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

describe('an execution that is stopped in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox();
	});

	afterAll(async () => await sandbox.close());

	it('sends nothing of what still waited for the limit', async () => {
		// Every second the queue would go on and be told to wait again.
		sandbox.fault({ kind: 'status', status: 429, retryAfter: 1, times: 0 });
		const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		const ids = [...sandbox.store.conversations.keys()].slice(0, 20);
		const setPriority = helpdesk('Set priority', 'conversation.setPriority', {
			conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			priority: 'High',
		});
		const items = ids.map((id) => ({ id }));
		const workflow = await n8n.client.createWorkflow(withCredential(chain('Stopped', items, [setPriority]), credential));

		const execution = await n8n.client.start(workflow, 'By hand');
		// Enough to see that the queue is told to wait and tries again.
		for (let waited = 0; sandbox.requests().length < 3 && waited < 20_000; waited += 50) await sleep(50);
		expect(sandbox.requests().length).toBeGreaterThanOrEqual(3);
		await n8n.client.stopExecution(execution);
		expect(await n8n.client.finished(execution)).toMatchObject({ status: 'canceled' });

		const sent = sandbox.requests().length;
		await sleep(5_000);
		expect(sandbox.requests()).toHaveLength(sent);
		await n8n.client.deleteWorkflow(workflow);
	});
});
