import { itemsOf } from '../../tools/n8n/client';
import { helpdeskCredential, withCredential } from '../../tools/n8n/workflow';
import { startSandbox } from '../../sandbox';
import { byId } from '../support/locator';
import { worstRollingMinute } from '../support/rollingMinute';
import { connect, type SharedN8n } from './support/n8n';
import { chain, helpdesk } from './support/workflows';

let n8n: SharedN8n;
beforeAll(async () => (n8n = await connect()));

/** Updates `count` conversations in one execution, on a new helpdesk with its own limit. */
async function updates(count: number) {
	const sandbox = await startSandbox();
	const ids = [...sandbox.store.conversations.keys()].slice(0, count);
	const update = helpdesk('Update', 'conversation.update', {
		conversationId: byId('={{ $json.id }}'),
		updateFields: { status: 'Pending' },
	});
	const items = ids.map((id) => ({ id }));
	const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const input = withCredential(chain(`${count} updates`, items, [update]), credential);
	const workflow = await n8n.client.createWorkflow(input);
	const execution = await n8n.client.run(workflow, 'By hand');
	await n8n.client.deleteWorkflow(workflow);
	await sandbox.close();
	return { ids, execution, sandbox };
}

it('in real minutes, two helpdesks get every update, at most 300 requests a minute each and no 429', async () => {
	for (const { ids, execution, sandbox } of await Promise.all([450, 870].map(updates))) {
		expect(execution).toMatchObject({ status: 'success' });
		expect(itemsOf(execution, 'Update').map(({ json }) => json.id)).toEqual(ids);
		expect(ids.every((id) => sandbox.store.conversations.get(id)!.record.status === 'Pending')).toBe(true);
		const requests = sandbox.requests();
		expect(requests.map(({ status }) => status)).toEqual(ids.map(() => 200));
		expect(worstRollingMinute(requests.map(({ arrivedMonotonic }) => arrivedMonotonic))).toBeLessThanOrEqual(300);
	}
});
