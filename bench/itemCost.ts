import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../tools/n8n/start';
import { headerCredential, withCredential } from '../tools/n8n/workflow';
import { startSandbox } from '../sandbox';
import { chain, helpdesk, httpRequest } from '../test/n8n/support/chain';
import type { Contender } from './race';
import { cpuMs, median, nodeMs, unlimited } from './support';

const TURNS = 3;

export interface ItemCost {
	contender: string;
	items: number;
	/** By the clock, the median of the turns. */
	msPerItem: number;
	/** Of the processor, spent by n8n; NaN where the system does not tell. What else the machine does changes it little. */
	cpuMsPerItem: number;
}

/** What an item costs: replies with three expressions each, one contender after the other, with no limit on either side. */
export async function itemCost({ client, pid }: RunningN8n, count: number): Promise<ItemCost[]> {
	const options = { limitPerMinute: 0, conversations: Math.max(1200, count) };
	const sandbox = await startSandbox(options);
	const credential = await client.createCredential(unlimited(sandbox));
	const inHeader = await client.createCredential(headerCredential(sandbox.tokens.personal));
	const items = [...sandbox.store.conversations.keys()].slice(0, count).map((id) => ({ id, text: `Dear customer of ${id}`, to: 'user_ada' }));
	const costs = contenders.map(({ name, step }) => ({ name, step, ms: [] as number[], cpu: [] as number[] }));
	for (let turn = 0; turn < TURNS; turn += 1) {
		for (const { name, step, ms, cpu } of costs) {
			sandbox.reset(options);
			const workflow = await client.createWorkflow(withCredential(chain(`${name} ${turn}`, items, [step(sandbox, inHeader)]), credential));
			const before = await cpuMs(pid);
			const execution = await client.run(workflow, 'By hand', 300_000);
			cpu.push((await cpuMs(pid)) - before);
			const applied = sandbox.requests().filter(({ status }) => status === 200).length;
			if (execution.status !== 'success' || applied !== count) throw new Error(`${name}: ${execution.error}, ${applied} of ${count} applied`);
			ms.push(nodeMs(execution, 'Reply'));
		}
	}
	await sandbox.close();
	return costs.map(({ name, ms, cpu }) => ({ contender: name, items: count, msPerItem: median(ms) / count, cpuMsPerItem: median(cpu) / count }));
}

const contenders: Contender[] = [
	{
		name: 'this pack',
		step: () =>
			helpdesk('Reply', 'message.reply', {
				conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } as unknown as INodeParameters,
				message: '={{ $json.text }}',
				messageFormat: 'html',
				additionalFields: { assignTo: '={{ $json.to }}', status: 'Pending' },
			}),
	},
	{
		name: 'HTTP Request, as it is',
		step: ({ baseUrl }, credential) =>
			httpRequest('Reply', credential, {
				method: 'POST',
				url: `=${baseUrl}/conversation/{{ $json.id }}/reply`,
				sendBody: true,
				bodyParameters: {
					parameters: [
						{ name: 'message', value: '={{ $json.text }}' },
						{ name: 'assign_to', value: '={{ $json.to }}' },
						{ name: 'status', value: 'Pending' },
					],
				} as unknown as INodeParameters,
			}),
	},
];
