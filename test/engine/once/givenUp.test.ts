import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeExecutionData } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

describe('a later item whose expression fails', () => {
	const rig = useNodeRig();

	const items = (): INodeExecutionData[] =>
		[...rig.sandbox.store.conversations.keys()].slice(0, 10).map((id, n) => ({ json: { id, n } }));
	const note = {
		conversationId: byId('={{ $json.id }}'),
		message: '={{ $json.n === 5 ? $("Nowhere").first().json.x : "seen" }}',
	};
	/** Counts notes after later runs, because n8n does not wait for requests of the failed run. */
	const notes = async () => {
		for (let later = 0; later < 5; later += 1)
			await rig.run('conversation.get', { conversationId: byId(items()[0]!.json.id as string) });
		return rig.sandbox.requests().filter(({ method }) => method === 'POST').length;
	};

	it('with "stop", no item is sent at all', async () => {
		await rig.failure('message.addNote', note, { items: items() });
		expect(await notes()).toBe(0);
	});

	it('with "continue", the other items are sent', async () => {
		await rig.run('message.addNote', note, { items: items(), onError: 'continueRegularOutput' });
		expect(await notes()).toBe(9);
	});

	it('with "stop" and a pause between batches, a batch does not wait for later ones', async () => {
		const parameters = {
			...note,
			message: 'seen',
			requestOptions: { batching: { batch: { batchSize: 3, batchInterval: 20 } } },
		};
		await rig.run('message.addNote', parameters, { items: items() });
		expect(await notes()).toBe(10);
	});

	it('with "stop" and a pause between batches, the next try does not repeat sent items', async () => {
		const batching = { batch: { batchSize: 3, batchInterval: 20 } };
		const once = rig.tries('message.addNote', { ...note, requestOptions: { batching } }, { items: items() });
		await expect(once()).rejects.toThrow();
		await expect(once()).rejects.toThrow();
		const answered = () =>
			rig.sandbox.requests().filter(({ method, status }) => method === 'POST' && status !== null);
		while (answered().length < 5) await sleep(10);
		expect(await notes()).toBe(5);
		expect(new Set(answered().map(({ path }) => path)).size).toBe(5);
	});
});
