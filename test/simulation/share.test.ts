import { Priority } from '../../transport/requestQueue';
import { simulateHelpdesk } from '../support/simulatedHelpdesk';

/** Polls twenty inboxes every minute beside bulk work, at ten requests a minute. */
async function pollsAndBulk(minutes: number) {
	const { clock, transport, credential, sendAll, sender, arrivals, worstMinute } = simulateHelpdesk({
		credential: { requestsPerMinute: 10 },
	});
	const stop = new AbortController();
	const polls: Array<Promise<unknown>> = [];
	const poll = () =>
		polls.push(sendAll(20, { priority: Priority.trigger, signal: stop.signal }, '/poll').catch(() => undefined));
	poll();
	await clock.pass(1_000);
	const bulk = sendAll(100, { signal: stop.signal }, '/bulk').catch(() => undefined);
	const waits: Array<number | undefined> = [];
	for (let minute = 0; minute < minutes; minute += 1) {
		await clock.pass(60_000);
		waits.push(transport.queues.waitsUntil(credential.origin));
		poll();
	}
	const picked = clock.now();
	await clock.until(sender({ priority: Priority.interactive })({ method: 'GET', path: '/picker' }));
	const pickerWaitedMs = clock.now() - picked;
	stop.abort();
	await clock.until(Promise.all([...polls, bulk]));
	return { arrivals, worstMinute, waits, pickerWaitedMs, now: clock.now() };
}

describe('bulk work while polls use the whole limit', () => {
	it('gets every fifth slot of the limit', async () => {
		const { arrivals, worstMinute } = await pollsAndBulk(10);
		const bulk = arrivals.filter(({ path }) => path === '/bulk').length;
		expect(bulk).toBeGreaterThanOrEqual(18);
		expect(bulk).toBeLessThanOrEqual(24);
		expect(worstMinute()).toBe(10);
	});

	it('always shows when its wait ends', async () => {
		const { waits, now } = await pollsAndBulk(3);
		expect(waits).toHaveLength(3);
		for (const until of waits) expect(until).toBeLessThan(now + 60_000);
	});

	it('does not keep a dropdown waiting behind queued polls', async () => {
		const { pickerWaitedMs } = await pollsAndBulk(5);
		expect(pickerWaitedMs).toBeLessThanOrEqual(61_000);
	});
});

describe('runs of bulk work at the same time', () => {
	it.each([
		{ loops: 3, size: 20 },
		{ loops: 50, size: 1 },
	])(
		'share the limit: 900 items beside $loops loops of $size take at most 1.2 times their share',
		async ({ loops, size }) => {
			const { clock, sendAll, worstMinute } = simulateHelpdesk();
			const start = clock.now();
			let isOver = false;
			for (let number = 0; number < loops; number += 1)
				void (async () => {
					while (!isOver) await sendAll(size, { signal: new AbortController().signal }, '/loop');
				})();
			await clock.until(sendAll(900, { signal: new AbortController().signal }, '/long'));
			isOver = true;
			const fairMs = ((900 * (loops + 1)) / 300) * 60_000;
			expect(clock.now() - start).toBeLessThan(1.2 * fairMs);
			expect(worstMinute()).toBeLessThanOrEqual(300);
		},
	);
});

it('a guarded write reads only if it can write in time, at ten requests a minute', async () => {
	const { clock, sender, arrivals, worstMinute } = simulateHelpdesk({ credential: { requestsPerMinute: 10 } });
	const readAndWrite = async () => {
		const hold = {};
		await sender()({ method: 'GET', path: '/read', hold });
		await sender()({ method: 'POST', path: '/write', hold, sendBefore: clock.now() + 5_000 });
	};
	await clock.until(Promise.all(Array.from({ length: 12 }, readAndWrite)));
	expect(arrivals.filter(({ path }) => path === '/write')).toHaveLength(12);
	expect(worstMinute()).toBe(10);
});

it("bulk work leaves the server's last slots to a dropdown if other clients use the limit", async () => {
	const { clock, sendAll, sender, arrivals } = simulateHelpdesk({
		reply: (_, count) => ({
			headers: { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': count < 3 ? '299' : '8' },
		}),
	});
	const start = clock.now();
	await clock.until(sendAll(3));
	const bulk = sendAll(1, {}, '/bulk');
	await clock.until(sender({ priority: Priority.interactive })({ method: 'GET', path: '/picker' }));
	await clock.until(bulk);
	const sentAfterMs = arrivals.slice(-2).map(({ path, sentAt }) => [path, sentAt - start > 5_000]);
	expect(sentAfterMs).toEqual([
		['/picker', false],
		['/bulk', true],
	]);
});

describe('responses that take minutes', () => {
	it('let at most 60 bulk requests be in flight, also beside polls', async () => {
		const { clock, sendAll, arrivals } = simulateHelpdesk({ latencyMs: () => 600_000 });
		void sendAll(300);
		void sendAll(5, { priority: Priority.trigger }, '/poll');
		await clock.pass(720_000);
		expect(arrivals.filter(({ path }) => path === '/me')).toHaveLength(60);
	});
});
