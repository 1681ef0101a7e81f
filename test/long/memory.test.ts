import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { getEventListeners } from 'node:events';

import { startSandbox } from '../../sandbox';
import { operationAt } from '../support/operations';
import { SimulatedServer } from '../support/simulatedServer';
import { byId, useNodeRig } from '../support/nodeRig';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Normal difference between two measurements of the heap, in MB. */
const NOISE_MB = 3;

it('100,000 requests leave no additional memory and no timer', async () => {
	const server = new SimulatedServer(() => 20);
	const { clock } = server;
	const newSend = server.newProcess();
	const run = async (count: number) => {
		const send = newSend({ signal: new AbortController().signal });
		await clock.until(
			Promise.all(
				Array.from({ length: count }, async (_, id) => await send({ method: 'PATCH', path: `/${id}` })),
			),
		);
		server.arrivals.length = 0;
		await clock.pass(120_000);
	};
	await run(2_000);
	const before = heapMb();
	for (let batch = 0; batch < 10; batch += 1) await run(10_000);
	const grown = heapMb() - before;
	console.info(`100,000 requests: the heap grew by ${grown.toFixed(2)} MB from ${before.toFixed(1)} MB`);
	expect(grown).toBeLessThan(NOISE_MB);
	expect(clock.timers).toBe(0);
});

const CONVERSATIONS = 50_000;
const PER_PAGE = 100;

/** Measures rarely, because measuring takes a tenth of a second. */
const LOOK_EVERY_PAGES = 20;

it.each([true, false])(
	'Return All of 50,000 conversations needs hardly more memory at its peak than its output (Simplify %s)',
	async (simplify) => {
		const sandbox = await startSandbox();
		const record = JSON.stringify([...sandbox.store.conversations.values()][0]!.record);
		await sandbox.close();
		const output: INodeExecutionData[] = [];
		const before = heapMb();
		let peak = before;
		const onPage = (page: number) => {
			if (page % LOOK_EVERY_PAGES === 0) peak = Math.max(peak, heapMb());
		};
		await returnAll(record, simplify, onPage, output);
		const after = heapMb();
		expect(output).toHaveLength(CONVERSATIONS);
		output.length = 0;
		const outputMb = after - heapMb();
		const times = (Math.max(peak, after) - before) / outputMb;
		console.info(
			`50,000 conversations, Simplify ${simplify}: ${outputMb.toFixed(0)} MB, at the peak ${times.toFixed(2)} times as much`,
		);
		expect(outputMb).toBeGreaterThan(10);
		expect(times).toBeLessThan(1.5);
	},
);

/** Reads pages of copies of a record into `output`. As a separate function, it leaves no other references to them. */
async function returnAll(
	record: string,
	simplify: boolean,
	onPage: (page: number) => void,
	output: INodeExecutionData[],
) {
	const items = await operationAt('conversation.getMany').output({
		request: { method: 'POST', path: '/inboxes/inbox_support' },
		timezone: 'UTC',
		input: { returnAll: true, simplify },
		origin: 'http://127.0.0.1',
		lookup: undefined as never,
		send: async ({ body }) => {
			const { page } = (body as IDataObject).display as { page: number };
			onPage(page);
			const data = Array.from({ length: PER_PAGE }, (_, index) => ({
				...JSON.parse(record),
				id: `conv_${page}_${index}`,
			}));
			return {
				status: 200,
				headers: {},
				body: { data, meta: { current_page: page, last_page: CONVERSATIONS / PER_PAGE, per_page: PER_PAGE } },
			};
		},
		now: () => 0,
		context: undefined as never,
	});
	for (const item of items) output.push(item);
}

function heapMb() {
	collectGarbage();
	return process.memoryUsage().heapUsed / 1_048_576;
}

setFlagsFromString('--expose_gc');

/** Bytes that the process itself may use or free. */
const NOISE = 3_000_000;

describe('memory after a run', () => {
	const rig = useNodeRig();
	let id: string;
	beforeAll(() => (id = rig.ids()[0]!));

	const read = { conversationId: byId('={{ $json.id }}') };

	async function heapUsed() {
		rig.sandbox.reset();
		await new Promise((resolve) => setTimeout(resolve, 20));
		collectGarbage();
		collectGarbage();
		return process.memoryUsage().heapUsed;
	}

	it('is free after a loop of hundreds of rounds, and the cancel signal has no listener', async () => {
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

	it('is free after a failed run', async () => {
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
		rig.answers(422, { times: 0 });
		for (let run = 0; run < 10; run += 1)
			await rig.failure('conversation.get', { conversationId: byId(id) }, { items });
		globalThis.AbortController = Plain;
		await heapUsed();
		expect(made.length).toBeGreaterThanOrEqual(10);
		expect(made.filter((each) => each.deref()).length).toBeLessThanOrEqual(1);
	});
});
