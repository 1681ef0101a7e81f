/**
 * What an item costs: 1,000 replies by this pack and by n8n's HTTP Request node, side by side in the same n8n,
 * with the limit lifted on both sides. Prints the ratio of the medians.
 *
 * Run with `npx tsx bench/itemCost.ts [items] [turns]`.
 */
import { helpdeskCredential, withCredential } from '../n8n/workflow';
import { startSandbox } from '../sandbox';
import { chain, helpdesk, httpRequest } from '../test/n8n/support/chain';
import { median, nodeMs, withN8n } from './support';

const count = Number(process.argv[2] ?? 1000);
const turns = Number(process.argv[3] ?? 3);

void withN8n(async ({ client }) => {
	const sandbox = await startSandbox({ limitPerMinute: 0, conversations: Math.max(1200, count) });
	const input = helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal);
	const credential = await client.createCredential({ ...input, data: { ...input.data, requestsPerMinute: 1_000_000 } });
	const items = [...sandbox.store.conversations.keys()].slice(0, count).map((id) => ({ id, text: `Dear customer of ${id}`, to: 'user_ada' }));

	const pack = helpdesk('Reply', 'message.reply', {
		conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } as never,
		message: '={{ $json.text }}',
		messageFormat: 'html',
		additionalFields: { assignTo: '={{ $json.to }}', status: 'Pending' },
	});
	const byHand = httpRequest('Reply', credential, {
		method: 'POST',
		url: `=${sandbox.baseUrl}/conversation/{{ $json.id }}/reply`,
		sendBody: true,
		bodyParameters: {
			parameters: [
				{ name: 'message', value: '={{ $json.text }}' },
				{ name: 'assign_to', value: '={{ $json.to }}' },
				{ name: 'status', value: 'Pending' },
			],
		} as never,
	});
	const times: Record<string, number[]> = { 'this pack': [], 'HTTP Request': [] };
	for (let turn = 0; turn < turns; turn += 1) {
		for (const [name, link] of [['this pack', pack], ['HTTP Request', byHand]] as const) {
			sandbox.reset({ limitPerMinute: 0, conversations: Math.max(1200, count) });
			const workflow = await client.createWorkflow(withCredential(chain(`${name} ${turn}`, items, [link]), credential));
			const execution = await client.run(workflow, 'By hand', 300_000);
			const applied = sandbox.requests().filter(({ status }) => status === 200).length;
			if (execution.status !== 'success' || applied !== count) throw new Error(`${name}: ${execution.error}, ${applied} of ${count} applied`);
			times[name]!.push(nodeMs(execution, 'Reply'));
			console.log(`turn ${turn + 1}, ${name}: ${nodeMs(execution, 'Reply')} ms`);
		}
	}
	const [ours, theirs] = [median(times['this pack']!), median(times['HTTP Request']!)];
	console.log(`${count} items, median of ${turns}: this pack ${ours} ms, HTTP Request ${theirs} ms, ratio ${(ours / theirs).toFixed(2)}`);
	await sandbox.close();
});
