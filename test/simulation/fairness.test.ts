import { Priority } from '../../transport/requestQueue';
import { SimulatedServer } from '../support/simulatedServer';

const RUN = 2_000;

describe.each([
	['a picker', Priority.interactive],
	['a trigger poll', Priority.trigger],
])('%s during a run of 2,000 items', (_, priority) => {
	async function during({ latencyMs, afterMs }: { latencyMs: number; afterMs: number }) {
		const server = new SimulatedServer(() => latencyMs);
		const { clock } = server;
		const process = server.newProcess();
		const stop = new AbortController();
		const bulk = process({ signal: stop.signal });
		const run = Array.from(
			{ length: RUN },
			async () => await bulk({ method: 'PATCH', path: '/bulk' }).catch(() => undefined),
		);
		await clock.pass(afterMs);
		const askedAt = clock.now();
		await clock.until(process({ priority })({ method: 'GET', path: '/urgent' }));
		stop.abort();
		await clock.until(Promise.all(run));
		const urgent = server.arrivals.findIndex(({ path }) => path === '/urgent');
		return { waitedMs: server.arrivals[urgent]!.sentAt - askedAt, before: urgent };
	}

	it('is sent immediately while slots are left, even if all bulk responses are slow', async () => {
		const { waitedMs, before } = await during({ latencyMs: 2_500, afterMs: 8_000 });
		expect(waitedMs).toBeLessThan(50);
		expect(before).toBeLessThan(100);
	});

	it('is sent immediately after bulk work used its slots, because a few are kept', async () => {
		const { waitedMs, before } = await during({ latencyMs: 20, afterMs: 30_000 });
		expect(waitedMs).toBeLessThan(50);
		expect(before).toBe(290);
	});
});

it('slow polls do not delay bulk requests', async () => {
	const server = new SimulatedServer(() => 2_500);
	const { clock } = server;
	const process = server.newProcess();
	const [poll, bulk] = [process({ priority: Priority.trigger }), process()];
	const send = async (of: typeof poll, count: number, path: string) =>
		await Promise.all(Array.from({ length: count }, async () => await of({ method: 'GET', path })));
	await clock.until(send(poll, 30, '/poll'));
	const start = clock.now();
	await clock.until(Promise.all([send(poll, 30, '/poll'), send(bulk, 20, '/bulk')]));
	const waits = server.arrivals.filter(({ path }) => path === '/bulk').map(({ sentAt }) => sentAt - start);
	expect(waits).toHaveLength(20);
	expect(Math.max(...waits)).toBeLessThan(50);
});
