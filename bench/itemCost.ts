import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../tools/n8n/start';
import { headerCredential, withCredential } from '../tools/n8n/workflow';
import { startSandbox } from '../sandbox';
import { chain, helpdesk, httpRequest } from '../test/n8n/support/workflows';
import type { Contender } from './race';
import { cpuMs, median, nodeMs, unlimited } from './support';

const TURNS = 3;

export interface ItemCost {
	task: string;
	contender: string;
	items: number;
	/** Elapsed time, the median of the turns. */
	msPerItem: number;
	/** Processor time of n8n; NaN if the system does not show it. Other work of the machine changes it little. */
	cpuMsPerItem: number;
	/** The longest time (ms) in all turns in which n8n answered no request. */
	longestStandstillMs: number;
}

/** Asks for n8n's health repeatedly until `work` ends. Returns the longest time to an answer, in ms. */
async function longestStandstill(url: string, work: () => Promise<void>): Promise<number> {
	let longest = 0;
	let isOver = false;
	const asking = (async () => {
		let askedAt = performance.now();
		while (!isOver) {
			// A reused connection that n8n closes does not count as an answer.
			const isAnswered = await fetch(`${url}/healthz`).then(
				async (answer) => (await answer.text()) !== '',
				() => false,
			);
			longest = Math.max(longest, performance.now() - askedAt);
			await new Promise((resolve) => setTimeout(resolve, 20));
			if (isAnswered) askedAt = performance.now();
		}
	})();
	await work().finally(() => (isOver = true));
	await asking;
	return longest;
}

/**
 * Measures the cost of an item in each task, one contender after the other, without a rate limit. This pack is first.
 */
export async function itemCost({ client, pid, url }: RunningN8n, count: number): Promise<ItemCost[]> {
	const options = { limitPerMinute: 0, conversations: Math.max(1200, count) };
	const sandbox = await startSandbox(options);
	const credential = await client.createCredential(unlimited(sandbox));
	const inHeader = await client.createCredential(headerCredential(sandbox.tokens.personal));
	const items = [...sandbox.store.conversations.keys()]
		.slice(0, count)
		.map((id) => ({ id, text: `Dear customer of ${id}`, to: 'user_ada' }));
	const costs = tasks.flatMap(({ task, contenders }) =>
		contenders.map(({ name, step }) => ({
			task,
			name,
			step,
			ms: [] as number[],
			cpu: [] as number[],
			stood: [] as number[],
		})),
	);
	for (let turn = 0; turn < TURNS; turn += 1) {
		for (const { task, name, step, ms, cpu, stood } of costs) {
			sandbox.reset(options);
			const workflow = await client.createWorkflow(
				withCredential(chain(`${task} ${name} ${turn}`, items, [step(sandbox, inHeader)]), credential),
			);
			const before = await cpuMs(pid);
			let execution!: Awaited<ReturnType<typeof client.run>>;
			stood.push(
				await longestStandstill(url, async () => void (execution = await client.run(workflow, 'By hand'))),
			);
			cpu.push((await cpuMs(pid)) - before);
			const applied = sandbox.requests().filter(({ status }) => status === 200).length;
			if (execution.status !== 'success' || applied !== count)
				throw new Error(`${name}: ${execution.error}, ${applied} of ${count} applied`);
			ms.push(nodeMs(execution, 'Step'));
		}
	}
	await sandbox.close();
	return costs.map(({ task, name, ms, cpu, stood }) => ({
		task,
		contender: name,
		items: count,
		msPerItem: median(ms) / count,
		cpuMsPerItem: median(cpu) / count,
		longestStandstillMs: Math.max(...stood),
	}));
}

const conversationId = { __rl: true, mode: 'id', value: '={{ $json.id }}' } as unknown as INodeParameters;

const tasks = [
	{
		task: 'replies, three expressions',
		contenders: sideBySide(
			'message.reply',
			{
				message: '={{ $json.text }}',
				messageFormat: 'html',
				additionalFields: { assignTo: '={{ $json.to }}', status: 'Pending' },
			},
			{
				method: 'POST',
				path: '/reply',
				fields: { message: '={{ $json.text }}', assign_to: '={{ $json.to }}', status: 'Pending' },
			},
		),
	},
	{
		task: 'updates, two expressions',
		contenders: sideBySide(
			'conversation.update',
			{ updateFields: { subject: '={{ $json.text }}', status: 'Pending' } },
			{ method: 'PATCH', fields: { subject: '={{ $json.text }}', status: 'Pending' } },
		),
	},
	{ task: 'gets, one expression', contenders: sideBySide('conversation.get', {}, {}) },
];

/** Returns an operation on a conversation, and the HTTP Request node with the same request and default settings. */
function sideBySide(
	operation: string,
	parameters: INodeParameters,
	{ method = 'GET', path = '', fields }: { method?: string; path?: string; fields?: Record<string, string> },
): Contender[] {
	const rows = Object.entries(fields ?? {}).map(([name, value]) => ({ name, value }));
	const body = fields && { sendBody: true, bodyParameters: { parameters: rows } as unknown as INodeParameters };
	return [
		{ name: 'this pack', step: () => helpdesk('Step', operation, { conversationId, ...parameters }) },
		{
			name: 'HTTP Request, as it is',
			step: ({ baseUrl }, credential) =>
				httpRequest('Step', credential, {
					method,
					url: `=${baseUrl}/conversation/{{ $json.id }}${path}`,
					...body,
				}),
		},
	];
}
