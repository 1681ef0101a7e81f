import { ApiError, MAX_ATTEMPTS, Priority } from '../../transport';
import { SimulatedServer } from '../support/simulatedServer';
import { simulateHelpdesk } from '../support/simulatedHelpdesk';
import { SteppedClock } from '../support/steppedClock';

const MINUTE_MS = 60_000;

describe('a limit in a 429', () => {
	it.each([1, 5])(
		'expires if successes have no headers: 600 updates take under 4 minutes after a limit of %i',
		async (limit) => {
			const low = { 'retry-after': '10', 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': '0' };
			const { clock, sendAll, arrivals, worstMinute } = simulateHelpdesk({
				reply: (_, count) => (count === 2 ? { status: 429, headers: low } : {}),
			});
			const start = clock.now();
			await clock.until(sendAll(600));
			expect(arrivals).toHaveLength(601);
			expect(clock.now() - start).toBeLessThan(4 * MINUTE_MS);
			expect(worstMinute()).toBeLessThanOrEqual(300);
		},
	);

	it('applies as long as 429s repeat it: 50 updates at 10 per minute get few 429s', async () => {
		const server = new SimulatedServer(() => 20, { limitPerMinute: 10, world: { rateHeaders: 'on429' } });
		const { clock } = server;
		const send = server.newProcess()();
		const start = clock.now();
		await clock.until(
			Promise.all(Array.from({ length: 50 }, async () => await send({ method: 'PATCH', path: '/me' }))),
		);
		expect(server.count(200)).toBe(50);
		// Twenty requests were in flight at the first refusal. Each later window ends with two refusals.
		expect(
			server.arrivals.filter(({ at, status }) => status === 429 && at > start + MINUTE_MS).length,
		).toBeLessThanOrEqual(10);
		expect(clock.now() - start).toBeLessThan(6 * MINUTE_MS);
	});

	it('applies in each window if every response repeats it: 50 updates at 10 per minute get no 429', async () => {
		const server = new SimulatedServer(() => 20, { limitPerMinute: 10 });
		const { clock } = server;
		const send = server.newProcess()();
		await clock.until(
			Promise.all(Array.from({ length: 50 }, async () => await send({ method: 'PATCH', path: '/me' }))),
		);
		expect(server.count(429)).toBe(0);
	});
});

describe('a helpdesk with unusual limit headers', () => {
	it('gets all requests in time and refuses none if every response shows 0 remaining', async () => {
		const zero = { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0' };
		const { clock, sendAll, worstMinute } = simulateHelpdesk({ reply: () => ({ headers: zero }) });
		const start = clock.now();
		await clock.until(sendAll(450));
		expect(clock.now() - start).toBeLessThan(3 * MINUTE_MS);
		expect(worstMinute()).toBeLessThanOrEqual(300);
	});
});

describe('slow responses', () => {
	it.each([
		{ slow: 2, mostMs: 10_000 },
		{ slow: 20, mostMs: 30_000 },
	])('$slow requests of four minutes delay 200 others by less than $mostMs ms', async ({ slow, mostMs }) => {
		const { clock, sendAll } = simulateHelpdesk({
			latencyMs: ({ path }) => (path === '/slow' ? 2 * MINUTE_MS : 20),
		});
		const slowOnes = sendAll(slow, {}, '/slow');
		await clock.pass(1_000);
		const start = clock.now();
		await clock.until(sendAll(200));
		expect(clock.now() - start).toBeLessThan(mostMs);
		await clock.until(slowOnes);
	});

	it('still allow two requests in flight while the limit of the server is unknown', async () => {
		const { clock, sendAll, arrivals } = simulateHelpdesk({ latencyMs: () => 900 });
		const all = sendAll(50);
		await clock.pass(1_000);
		expect(arrivals).toHaveLength(2);
		await clock.until(all);
	});
});

describe('a path with a stricter limit', () => {
	const path = '/auth/registration';

	it('gets at most ten requests per minute', async () => {
		const { clock, sendAll, worstMinute } = simulateHelpdesk();
		await clock.until(sendAll(16, {}, path));
		expect(worstMinute()).toBe(10);
	});

	it('does not slow down other paths', async () => {
		const strict = { headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' } };
		const { clock, sendAll } = simulateHelpdesk({ reply: ({ path: asked }) => (asked === '/me' ? {} : strict) });
		await clock.until(sendAll(3, {}, path));
		const start = clock.now();
		await clock.until(sendAll(250));
		expect(clock.now() - start).toBeLessThan(5_000);
	});
});

describe('a helpdesk in maintenance, with Retry-After', () => {
	const down = (ms: number, retryAfter: string) => {
		const clock = new SteppedClock();
		const start = clock.now();
		const helpdesk = simulateHelpdesk({
			clock,
			reply: () => (clock.now() < start + ms ? { status: 503, headers: { 'retry-after': retryAfter } } : {}),
		});
		return { start, ...helpdesk };
	};

	it('gets fewer than ten of 200 requests, because the whole queue waits', async () => {
		const { clock, sendAll, arrivals } = down(45_000, '20');
		await clock.until(sendAll(200));
		expect(arrivals.filter(({ status }) => status === 503).length).toBeLessThan(10);
	});

	it('fails the rest of a run after a minute, without sending it', async () => {
		const { clock, start, sender, arrivals } = down(600_000, '30');
		const send = sender();
		const fail = async () => await send({ method: 'PATCH', path: '/me' }).catch((error: ApiError) => error);
		const ends = await clock.until(Promise.all(Array.from({ length: 200 }, fail)));
		expect(ends.every((end) => end instanceof ApiError && end.outcome.why.includes('unavailable'))).toBe(true);
		expect(clock.now() - start).toBeLessThan(70_000);
		expect(arrivals.length).toBeLessThan(10);
	});

	it('fails the rest of a run after a minute, even if it stops answering', async () => {
		const clock = new SteppedClock();
		const start = clock.now();
		const { sender, arrivals } = simulateHelpdesk({
			clock,
			reply: () => ({ status: 503, headers: { 'retry-after': '5' } }),
			latencyMs: () => (clock.now() < start + 3_000 ? 20 : 200_000),
		});
		const patch = async () => await sender()({ method: 'PATCH', path: '/me' }).catch(() => undefined);
		await clock.until(Promise.all(Array.from({ length: 22 }, patch)));
		const afterwards = arrivals.filter(({ sentAt }) => sentAt > start + 60_000 && sentAt < start + 400_000);
		expect(afterwards).toEqual([]);
	});

	it('is not considered over after the response to an older request', async () => {
		const clock = new SteppedClock();
		let start = Infinity;
		const { sendAll, arrivals } = simulateHelpdesk({
			clock,
			reply: ({ path }) =>
				path === '/me' && clock.now() > start ? { status: 503, headers: { 'retry-after': '10' } } : {},
			latencyMs: ({ path }) => (path === '/early' ? 1_000 : 20),
		});
		await clock.until(sendAll(2));
		start = clock.now();
		const failures = [sendAll(2, {}, '/early'), sendAll(40)].map(async (sent) => await sent.catch(() => undefined));
		await clock.until(Promise.all(failures));
		const during = arrivals.filter(({ sentAt }) => sentAt > start + 1_000 && sentAt < start + 10_000);
		expect(during).toEqual([]);
	});

	it('leaves the number of sent attempts in each error', async () => {
		const { clock, sender, arrivals } = down(600_000, '30');
		const fail = async (path: string) => {
			const error = await sender()({ method: 'PATCH', path }).catch((caught: ApiError) => caught);
			return { path, attempts: (error as ApiError).attempts };
		};
		const errors = await clock.until(
			Promise.all(Array.from({ length: 22 }, async (_, at) => await fail(`/${at}`))),
		);
		expect(errors).toEqual(
			errors.map(({ path }) => ({
				path,
				attempts: arrivals.filter((arrival) => arrival.path === path).length,
			})),
		);
	});

	it('does not delay a dropdown', async () => {
		const { clock, start, sendAll, sender, arrivals } = down(30_000, '25');
		void sendAll(20).catch(() => undefined);
		await clock.pass(1_000);
		const list = sender({ priority: Priority.interactive })({ method: 'GET', path: '/picker' });
		await clock.until(list.catch(() => undefined));
		expect(clock.now() - start).toBeLessThan(10_000);
		expect(arrivals.filter(({ path }) => path === '/picker').length).toBeLessThanOrEqual(MAX_ATTEMPTS);
	});
});
