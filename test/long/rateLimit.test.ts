import { itemsOf } from '../../tools/n8n/client';
import { helpdeskCredential, withCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, helpdesk } from '../n8n/support/workflows';
import { connect, type SharedN8n } from '../n8n/support/n8n';
import { worstRollingMinute } from '../support/rollingMinute';

const byExpression = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

describe('a real n8n, against a real window of one minute', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	beforeAll(async () => (n8n = await connect()));
	// Each test has its own host, because the previous host's limit is still in use.
	beforeEach(async () => (sandbox = await startSandbox()));
	afterEach(async () => await sandbox.close());

	it.each([450, 870])(
		'sends at most 300 requests in any minute for %i updates, without a 429 and without a lost update',
		async (count) => {
			const ids = [...sandbox.store.conversations.keys()].slice(0, count);
			const update = helpdesk('Update', 'conversation.update', {
				conversationId: byExpression,
				updateFields: { status: 'Pending' },
			});
			const credential = await n8n.client.createCredential(
				helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal),
			);
			const workflow = await n8n.client.createWorkflow(
				withCredential(
					chain(
						`${count} updates`,
						ids.map((id) => ({ id })),
						[update],
					),
					credential,
				),
			);

			const execution = await n8n.client.run(workflow, 'By hand');

			expect(execution).toMatchObject({ status: 'success' });
			expect(itemsOf(execution, 'Update').map(({ json }) => json.id)).toEqual(ids);
			expect(ids.every((id) => sandbox.store.conversations.get(id)!.record.status === 'Pending')).toBe(true);
			const requests = sandbox.requests();
			expect(requests.map(({ status }) => status)).toEqual(ids.map(() => 200));
			expect(worstRollingMinute(requests.map(({ arrivedMonotonic }) => arrivedMonotonic))).toBeLessThanOrEqual(
				300,
			);
			await n8n.client.deleteWorkflow(workflow);
		},
	);
});
