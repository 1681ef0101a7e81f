import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { DroppedError } from '../../transport';
import { SimulatedServer } from '../support/simulatedServer';
import { simulateHelpdesk } from '../support/simulatedHelpdesk';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('stopping a run of 10,000 items', () => {
	const running = () => {
		const server = new SimulatedServer(() => 20);
		const { clock } = server;
		const process = server.newProcess();
		const stop = new AbortController();
		return { clock, server, process, stop, ...begin(process({ signal: stop.signal })) };
	};

	it('drops all queued requests, and keeps no timer and no items in memory', async () => {
		const { clock, server, stop, item, run } = running();
		await clock.pass(30_000);
		const sent = server.arrivals.length;
		const stoppedAt = clock.now();

		stop.abort();

		expect((await clock.until(run)).filter(Boolean)).toHaveLength(10_000 - sent);
		expect(clock.now() - stoppedAt).toBeLessThanOrEqual(1_000);
		await clock.pass(1_000);
		expect(clock.timers).toBe(0);
		expect(server.arrivals).toHaveLength(sent);
		collectGarbage();
		expect(item.deref()).toBeUndefined();
	});

	it('loses no slot that was granted at that moment', async () => {
		const { clock, sendAll, arrivals } = simulateHelpdesk({ credential: { requestsPerMinute: 1 } });
		const stop = new AbortController();
		const dropped = sendAll(1, { signal: stop.signal });
		const refused = expect(dropped).rejects.toThrow(DroppedError);
		stop.abort();
		await clock.until(refused);
		void sendAll(1);
		await clock.pass(1_000);
		expect(arrivals).toHaveLength(1);
	});

	it('delays no later request, and never exceeds the limit', async () => {
		const { clock, server, process, stop, run } = running();
		await clock.pass(30_000);
		const sent = server.arrivals.length;
		stop.abort();
		await clock.until(run);
		const next = process();
		await clock.until(
			Promise.all(Array.from({ length: 400 }, async () => await next({ method: 'GET', path: '/next' }))),
		);
		expect(server.count(429)).toBe(0);
		expect(server.arrivals).toHaveLength(sent + 400);
	});

	it('keeps the queued requests of another run', async () => {
		const { clock, server, process, stop, run } = running();
		const other = process();
		const rest = Promise.all(
			Array.from({ length: 50 }, async () => await other({ method: 'GET', path: '/other' })),
		);
		await clock.pass(30_000);
		stop.abort();
		await clock.until(run);
		await clock.until(rest);
		expect(server.arrivals.filter(({ path }) => path === '/other')).toHaveLength(50);
		expect(server.arrivals.length).toBeLessThanOrEqual(300);
		expect(server.count(429)).toBe(0);
	});

	function begin(send: ReturnType<ReturnType<SimulatedServer['newProcess']>>) {
		const last = { message: 'what a customer wrote' };
		const run = Array.from({ length: 10_000 }, async (_, index) => {
			const body = index === 9_999 ? last : { message: 'another' };
			return await send({ method: 'POST', path: '/bulk', body }).then(
				() => false,
				(error: unknown) => error instanceof DroppedError,
			);
		});
		return { item: new WeakRef(last), run: Promise.all(run) };
	}
});
