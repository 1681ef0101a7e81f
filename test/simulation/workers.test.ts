import type { Changed, Settings } from '../../sandbox/settings';
import type { ApiRequest } from '../../transport/request';
import { Priority } from '../../transport/requestQueue';
import { SimulatedServer } from '../support/simulatedServer';

const update: ApiRequest = { method: 'PATCH', path: '/me' };

interface Case extends Changed<Settings> {
	workers: number;
	/** One-way latency, varied by up to a quarter. */
	latencyMs: number;
	apartMs: number;
	/** Number of updates of all workers together. */
	updates: number;
}

const usual: Case = { workers: 3, latencyMs: 50, apartMs: 0, updates: 870 };

async function share(changes: Partial<Case>) {
	const { workers, latencyMs, apartMs, updates, ...settings } = { ...usual, ...changes };
	const server = new SimulatedServer(() => latencyMs * (0.75 + ((turn++ * 7) % 11) / 20), settings);
	const { clock } = server;
	const start = clock.now();
	let turn = 0;
	const work = Array.from({ length: workers }, async (_, worker) => {
		const send = server.newProcess()();
		await clock.sleep(1 + worker * apartMs);
		await Promise.all(Array.from({ length: updates / workers }, async () => await send(update)));
	});
	await clock.until(Promise.all(work));
	const idealMs = (Math.ceil(updates / 300) - 1) * 60_000;
	return {
		server,
		start,
		timesIdeal: (clock.now() - start) / idealMs,
		throttled: server.count(429) / server.arrivals.length,
	};
}

describe('several processes behind one address', () => {
	it.each<Partial<Case>>([
		{ latencyMs: 3 },
		{ latencyMs: 50 },
		{ latencyMs: 300 },
		{ apartMs: 700 },
		{ apartMs: 13_300 },
		{ apartMs: 25_900 },
		{ workers: 2 },
		{ workers: 5 },
	])('apply 870 updates in at most 1.1 times the ideal time, with at most 2 %% 429s: %j', async (changes) => {
		const { server, timesIdeal, throttled } = await share(changes);
		expect(server.count(200)).toBe(870);
		expect(throttled).toBeLessThanOrEqual(0.02);
		expect(timesIdeal).toBeLessThanOrEqual(1.1);
	});

	it.each([3, 50, 300])(
		'get at most 2 %% 429s after the first window if only a 429 has headers, at %i ms',
		async (latencyMs) => {
			const { server, start, timesIdeal } = await share({
				latencyMs,
				world: { rateHeaders: 'on429' },
				updates: 1_800,
			});
			const settled = server.arrivals.filter(({ at }) => at >= start + 60_000);
			expect(server.count(200)).toBe(1_800);
			expect(settled.filter(({ status }) => status === 429).length / settled.length).toBeLessThanOrEqual(0.02);
			expect(timesIdeal).toBeLessThanOrEqual(1.15);
		},
	);

	it('leave the whole limit to a single process: 870 updates take at most 1.03 times the ideal time', async () => {
		const { server, timesIdeal } = await share({ workers: 1 });
		expect(server.count(429)).toBe(0);
		expect(timesIdeal).toBeLessThanOrEqual(1.03);
	});

	it('leave the whole limit to the last busy process', async () => {
		const server = new SimulatedServer(() => 20);
		const { clock } = server;
		const [long, short] = [server.newProcess()(), server.newProcess()()];
		const start = clock.now();
		const runs = [
			Array.from({ length: 200 }, async () => await short(update)),
			Array.from({ length: 1_200 }, async () => await long(update)),
		];
		await clock.until(Promise.all(runs.flat()));
		expect(clock.now() - start).toBeLessThanOrEqual(1.1 * 240_000);
		expect(server.count(429) / 1_400).toBeLessThanOrEqual(0.02);
	});

	it('get no second 429 although Retry-After is rounded down to whole seconds', async () => {
		const server = new SimulatedServer(() => 2);
		const { clock } = server;
		await clock.pass(900);
		const other = server.newProcess({ priority: Priority.interactive })();
		await clock.until(Promise.all(Array.from({ length: 300 }, async () => await other(update))));
		await clock.pass(10_300);
		await clock.until(server.newProcess()()(update));
		expect(server.count(429)).toBe(1);
	});

	it('do not count a 429 as an attempt if Retry-After is 0 at the end of a window', async () => {
		const server = new SimulatedServer(() => 2);
		const { clock } = server;
		const start = clock.now();
		await clock.pass(900);
		const other = server.newProcess({ priority: Priority.interactive })();
		await clock.until(Promise.all(Array.from({ length: 300 }, async () => await other(update))));
		await clock.pass(start + 60_100 - clock.now());
		await clock.until(server.newProcess()()(update));
		expect(server.count(429)).toBeLessThanOrEqual(4);
	});
});
