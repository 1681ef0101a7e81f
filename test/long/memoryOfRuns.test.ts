import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { byId, useNodeRig } from '../support/nodeRig';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that the process itself may use or free. */
const NOISE = 3_000_000;

describe('memory after a run', () => {
	const rig = useNodeRig();
	let id: string;
	beforeAll(() => (id = [...rig.sandbox.store.conversations.keys()][0]!));

	const read = { conversationId: byId('={{ $json.id }}') };

	async function heapUsed(): Promise<number> {
		rig.sandbox.reset();
		await new Promise((resolve) => setTimeout(resolve, 20));
		collectGarbage();
		collectGarbage();
		return process.memoryUsage().heapUsed;
	}

	it('a loop of hundreds of rounds in one execution leaves no listener on the cancel signal and frees its memory', async () => {
		const { signal } = new AbortController();
		const round = async (runIndex: number) =>
			await rig.run('conversation.get', read, {
				items: [{ json: { id } }],
				executionId: 'loop',
				runIndex,
				signal,
			});
		for (let runIndex = 0; runIndex < 200; runIndex += 1) await round(runIndex);
		const listeners = getEventListeners(signal, 'abort').length;
		const before = await heapUsed();
		for (let runIndex = 200; runIndex < 800; runIndex += 1) await round(runIndex);
		expect(getEventListeners(signal, 'abort').length).toBe(listeners);
		expect((await heapUsed()) - before).toBeLessThan(NOISE);
	});

	it('a failed run frees everything that its items shared', async () => {
		const { AbortController: Plain } = globalThis;
		const made: Array<WeakRef<AbortController>> = [];
		// Each run has an AbortController, so a controller in memory means a run in memory.
		globalThis.AbortController = class extends Plain {
			constructor() {
				super();
				made.push(new WeakRef(this));
			}
		};
		const items = Array.from({ length: 50 }, () => ({ json: { id } }));
		rig.sandbox.fault({ kind: 'status', status: 422, times: 0 });
		for (let run = 0; run < 10; run += 1)
			await rig.failure('conversation.get', { conversationId: byId(id) }, { items });
		globalThis.AbortController = Plain;
		await heapUsed();
		expect(made.length).toBeGreaterThanOrEqual(10);
		expect(made.filter((each) => each.deref()).length).toBeLessThanOrEqual(1);
	});
});
