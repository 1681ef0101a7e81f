import type { INodeParameters } from 'n8n-workflow';

import type { N8nClient } from '../n8n/client';
import { withCredential } from '../n8n/workflow';
import { startSandbox } from '../sandbox';
import { chain, helpdesk, httpRequest } from '../test/n8n/support/chain';
import type { Contender } from './race';
import { median, nodeMs, unlimited } from './support';

const TURNS = 3;

export interface ItemCost {
	contender: string;
	items: number;
	/** Median of the turns. */
	msPerItem: number;
}

/** What an item costs: replies with three expressions each, one contender after the other, with no limit on either side. */
export async function itemCost(client: N8nClient, count: number): Promise<ItemCost[]> {
	const options = { limitPerMinute: 0, conversations: Math.max(1200, count) };
	const sandbox = await startSandbox(options);
	const credential = await client.createCredential(unlimited(sandbox));
	const items = [...sandbox.store.conversations.keys()].slice(0, count).map((id) => ({ id, text: `Dear customer of ${id}`, to: 'user_ada' }));
	const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
	for (let turn = 0; turn < TURNS; turn += 1) {
		for (const { name, step } of contenders) {
			sandbox.reset(options);
			const workflow = await client.createWorkflow(withCredential(chain(`${name} ${turn}`, items, [step(sandbox, credential)]), credential));
			const execution = await client.run(workflow, 'By hand', 300_000);
			const applied = sandbox.requests().filter(({ status }) => status === 200).length;
			if (execution.status !== 'success' || applied !== count) throw new Error(`${name}: ${execution.error}, ${applied} of ${count} applied`);
			times.get(name)!.push(nodeMs(execution, 'Reply'));
		}
	}
	await sandbox.close();
	return [...times].map(([contender, all]) => ({ contender, items: count, msPerItem: median(all) / count }));
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
