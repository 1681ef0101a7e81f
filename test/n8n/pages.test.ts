import { itemsOf } from '../../tools/n8n/execution';
import { helpdeskCredential, withCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, helpdesk } from './support/chain';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(60_000);

const LATENCY_MS = 1_000;

describe('Return All on 1,000 conversations in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	});
	afterAll(async () => await sandbox.close());

	it('makes ten requests, returns each conversation once and takes less than a quarter of one page after the other', async () => {
		const credential = await n8n.client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
		const getMany = helpdesk('Get', 'conversation.getMany', {
			inboxId: { __rl: true, mode: 'id', value: 'inbox_support' },
			filterMode: 'none',
			returnAll: true,
		});
		const workflow = await n8n.client.createWorkflow(withCredential(chain('Return All', [{}], [getMany]), credential));
		// The best of three: a busy machine adds to the time of a run, never takes from it.
		const times: number[] = [];
		for (let turn = 0; turn < 3; turn += 1) {
			sandbox.reset();
			const execution = await n8n.client.run(workflow, 'By hand');
			const ids = itemsOf(execution, 'Get').map(({ json }) => json.id);
			expect(new Set(ids).size).toBe(1000);
			expect(ids.length).toBe(1000);
			const requests = sandbox.requests();
			expect(requests.length).toBe(10);
			times.push(Math.max(...requests.map(({ answeredMonotonic }) => answeredMonotonic!)) - requests[0]!.arrivedMonotonic);
		}
		const took = Math.min(...times);
		console.info(`10 pages at ${LATENCY_MS} ms: ${Math.round(took)} ms, ${(took / (10 * LATENCY_MS)).toFixed(2)} of one after the other`);
		expect(took).toBeLessThan((10 * LATENCY_MS) / 4);
	});
});
