import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeExecutionData } from 'n8n-workflow';

import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('the items of a run', () => {
	let rig: NodeRig;
	let ids: string[];
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		ids = [...rig.sandbox.store.conversations.keys()].slice(0, 60);
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const items = (): INodeExecutionData[] => ids.map((id) => ({ json: { id } }));
	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
	const notes = () => rig.sandbox.requests().filter(({ path }) => path.endsWith('/note')).length;

	it('every output item is linked to the input item it came from', async () => {
		const output = await rig.run('message.addNote', note, { items: items() });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
		expect(output.map(({ json }) => json.id)).toEqual(ids);
	});

	it('an operation that answers a message outputs it with the id it acted on', async () => {
		const [output] = await rig.run('conversation.setPriority', { conversationId: byId(ids[0]!), priority: 'High' });
		expect(output!.json).toEqual({ id: ids[0], message: expect.any(String) });
	});

	it('on "stop", the first failure drops what still waits and names the item that failed', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[5]}/note` });
		rig.sandbox.settings({ latencyMs: 5 });
		const error = await rig.failure('message.addNote', note, { items: items() });
		expect(error.context.itemIndex).toBe(5);
		expect(notes()).toBeLessThanOrEqual(40);
	});

	it('on "stop", an item that waits for its repeat is dropped and is not taken for the one that failed', async () => {
		rig.sandbox.fault({ kind: 'status', status: 503, path: `/conversation/${ids[0]}/**`, times: 0 });
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[5]}/**` });
		rig.sandbox.fault({ kind: 'slow', ms: 200, path: `/conversation/${ids[0]}/**`, times: 0 });
		const parameters = { conversationId: byId('={{ $json.id }}'), priority: 'High' };
		const error = await rig.failure('conversation.setPriority', parameters, { items: items().slice(0, 6) });
		expect(error.context.itemIndex).toBe(5);
		expect(error.httpCode).toBe('422');
	});

	it('on "continue", the others go on and a failed item is data: an error text and details, nothing else', async () => {
		rig.sandbox.fault({ kind: 'status', status: 500, path: `/conversation/${ids[5]}/note` });
		const output = await rig.run('message.addNote', note, { items: items(), onError: 'continueErrorOutput' });
		expect(output.length).toBe(60);
		expect(output[5]).toEqual({
			json: {
				error: 'Could not add note to conversation: something went wrong inside the helpdesk. It may have been applied; not sent again',
				details: {
					description: expect.stringContaining('Look in the helpdesk'),
					statusCode: 500,
					mayHaveBeenApplied: true,
					requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
					code: null,
				},
			},
			pairedItem: { item: 5 },
		});
		expect(notes()).toBe(60);
	});

	it('a failed item has an error for the error output of older n8n, and loses it in the copy that n8n puts there', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[0]}/note`, times: 0 });
		const failed = async (onError: 'continueErrorOutput' | 'continueRegularOutput') =>
			(await rig.run('message.addNote', note, { items: items().slice(0, 1), onError }))[0]!;
		const routed = await failed('continueErrorOutput');
		expect(routed.error?.message).toBe(routed.json.error);
		expect({ ...routed }).not.toHaveProperty('error');
		expect((await failed('continueRegularOutput')).error).toBeUndefined();
	});

	it('a new try of the same run starts afresh after one that was stopped', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[0]}/note` });
		const once = { items: items().slice(0, 3), executionId: 'same' };
		await rig.failure('message.addNote', note, once);
		const output = await rig.run('message.addNote', note, once);
		expect(output.length).toBe(3);
	});

	it('cancelling the execution drops what waits', async () => {
		const controller = new AbortController();
		rig.sandbox.settings({ latencyMs: 20 });
		const running = rig.run('message.addNote', note, { items: items(), signal: controller.signal }).catch(() => undefined);
		while (notes() === 0) await sleep(1);
		controller.abort();
		await running;
		// By another run, which comes after all that were still to be sent.
		await rig.run('user.getCurrent', {});
		expect(notes()).toBeLessThanOrEqual(40);
	});

	it('cancelling the execution of one item ends its wait for its turn', async () => {
		const controller = new AbortController();
		rig.sandbox.settings({ latencyMs: 300 });
		const others = rig.run('message.addNote', note, { items: items() });
		while (notes() === 0) await sleep(1);
		const waiting = rig.run('user.getCurrent', {}, { signal: controller.signal }).catch(() => undefined);
		await sleep(10);
		controller.abort();
		await waiting;
		expect(rig.sandbox.requests().filter(({ answeredAt }) => answeredAt !== null)).toEqual([]);
		await others;
	});

	it('a reply typed as text is escaped and keeps its line breaks; HTML is sent as it is', async () => {
		const reply = { conversationId: byId(ids[0]!), message: 'a < b\n"c" & d', messageFormat: 'text' };
		await rig.run('message.reply', reply);
		await rig.run('message.reply', { ...reply, messageFormat: 'html', message: '<b>x</b>' });
		expect(rig.sandbox.requests().map(({ body }) => body)).toEqual([{ message: 'a &lt; b<br>&quot;c&quot; &amp; d' }, { message: '<b>x</b>' }]);
	});
});
