import { Priority, RequestQueue } from '../../../transport/requestQueue';
import type { ApiRequest } from '../../../transport/request';
import { worstRollingMinute } from '../../support/rollingMinute';
import { startRig, type Rig } from '../../support/transport';

const me: ApiRequest = { method: 'GET', path: '/me' };

describe('the rate limit', () => {
	let rig: Rig;
	beforeEach(async () => (rig = await startRig({ conversations: 60 })));
	afterEach(async () => await rig.sandbox.close());

	const arrivals = () => rig.sandbox.requests().map(({ arrivedAt }) => arrivedAt);
	const statuses = (status: number) => rig.sandbox.requests().filter((request) => request.status === status).length;

	it('lets at most 300 requests reach the server in any rolling minute, and none is refused', async () => {
		const send = rig.sender();
		const start = rig.clock.now();
		await Promise.all(Array.from({ length: 700 }, async () => await send(me)));
		expect(worstRollingMinute(arrivals())).toBe(300);
		expect(statuses(429)).toBe(0);
		expect(statuses(200)).toBe(700);
		expect(rig.clock.now() - start).toBeLessThan(123_000);
	});

	it('shares one limit among all credentials of a host, and the lowest setting in use counts', async () => {
		const ofAda = rig.sender({ requestsPerMinute: 40 });
		const ofBen = rig.sender({ accessToken: rig.sandbox.tokens.colleague, requestsPerMinute: 100 });
		await Promise.all(Array.from({ length: 60 }, async (_, i) => await (i % 2 ? ofAda : ofBen)(me)));
		expect(worstRollingMinute(arrivals())).toBe(40);
	});

	it('respects a lower X-RateLimit-Limit', async () => {
		rig.sandbox.settings({ limitPerMinute: 50 });
		const send = rig.sender();
		await send(me);
		await Promise.all(Array.from({ length: 120 }, async () => await send(me)));
		expect(worstRollingMinute(arrivals())).toBe(50);
		expect(statuses(429)).toBe(0);
	});

	it('leaves other programs at the same address their share', async () => {
		const other = rig.sender();
		await Promise.all(Array.from({ length: 200 }, async () => await other(me)));
		const second = rig.sender({}, {}, rig.clock.newTransport());
		await second(me);
		await Promise.all(Array.from({ length: 150 }, async () => await second(me)));
		// The one that learns when the window is over.
		expect(statuses(429)).toBe(1);
		expect(statuses(200)).toBe(351);
	});

	it('pauses the queue for Retry-After, then sends the refused request again', async () => {
		rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 20, path: '/me', times: 1 });
		const send = rig.sender();
		const start = rig.clock.now();
		const throttled = send(me);
		await throttled;
		await send(me);
		expect(arrivals().filter((at) => at > start && at < start + 20_000)).toEqual([]);
		expect(statuses(429)).toBe(1);
	});

	it.each([
		['absent', undefined, 60_000],
		['absurd', '999999', 120_000],
		['not readable', 'soon', 60_000],
	])('limits the wait if Retry-After is %s', async (_, retryAfter, most) => {
		rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: retryAfter as string, path: '/me', times: 1 });
		const start = rig.clock.now();
		await rig.sender()(me);
		expect(rig.clock.now() - start).toBeGreaterThanOrEqual(most - 1);
		expect(rig.clock.now() - start).toBeLessThan(most + 2_000);
	});

	it('keeps the stricter limits of registration and verification paths', async () => {
		const send = rig.sender();
		const paths = [...Array(15).fill('/auth/registration/register'), ...Array(8).fill('/auth/verification/resend')];
		await Promise.all(paths.map(async (path) => await send({ method: 'POST', path }).catch(() => undefined)));
		const of = (part: string) =>
			rig.sandbox
				.requests()
				.filter(({ path }) => path.includes(part))
				.map(({ arrivedAt }) => arrivedAt);
		expect(worstRollingMinute(of('/registration/'))).toBe(10);
		expect(worstRollingMinute(of('/verification/'))).toBe(5);
		expect(statuses(429)).toBe(0);
	});

	it('lets an urgent request pass queued bulk work', async () => {
		const bulk = rig.sender({ requestsPerMinute: 30 });
		const urgent = rig.sender({ requestsPerMinute: 30 }, { priority: 1 });
		const all = Array.from({ length: 60 }, async () => await bulk(me));
		await rig.clock.sleep(10_000);
		await urgent({ method: 'GET', path: '/conversations/mine' });
		const order = rig.sandbox.requests().map(({ path }) => path);
		expect(order.indexOf('/conversations/mine')).toBeLessThanOrEqual(31);
		await Promise.all(all);
	});

	it('drops queued requests of a stopped run, and leaves no timer', async () => {
		const controller = new AbortController();
		const send = rig.sender({ requestsPerMinute: 10 }, { signal: controller.signal });
		const all = Array.from({ length: 50 }, async () => await send(me).catch((error: Error) => error.name));
		await rig.clock.sleep(5_000);
		controller.abort();
		expect((await Promise.all(all)).filter((name) => name === 'DroppedError').length).toBe(40);
		await rig.clock.sleep(61_000);
		expect(rig.sandbox.requests().length).toBe(10);
		expect(rig.clock.timers).toBe(0);
		await rig.sender({ requestsPerMinute: 10 })(me);
	});
});

it('a queue has one timer for any number of requests, and none if it is empty', async () => {
	let sleeping = 0;
	let most = 0;
	const wakes: Array<() => void> = [];
	const sleep = async () => {
		most = Math.max(most, (sleeping += 1));
		await new Promise<void>((wake) => wakes.push(wake));
		sleeping -= 1;
	};
	let now = 0;
	const queue = new RequestQueue({ now: () => now, sleep });
	const run = async () => await queue.run({ requestsPerMinute: 1, priority: Priority.bulk }, async () => await Promise.resolve({ value: now }));
	await run();
	expect(sleeping).toBe(0);
	const waiting = Promise.all([run(), run(), run()]);
	for (let turn = 0; turn < 40 && (turn < 10 || sleeping > 0); turn += 1) {
		now += 30_000;
		wakes.splice(0).forEach((wake) => wake());
		await new Promise(setImmediate);
	}
	expect((await waiting).every((at) => at > 0)).toBe(true);
	expect([most, sleeping]).toEqual([1, 0]);
});
