import type { IHttpRequestOptions } from 'n8n-workflow';

import { createAuthenticate } from '../../../transport/authenticate';
import { DroppedError } from '../../../transport/errors';
import { simulateHelpdesk } from '../../support/simulatedHelpdesk';

const data = { accessToken: ' token ', baseUrl: 'https://api.example.com/v1', requestsPerMinute: 300 };
const toMe = { uri: 'https://api.example.com/v1/me' } as unknown as IHttpRequestOptions;

describe('requests that n8n sends itself with the credential', () => {
	function start(world?: Parameters<typeof simulateHelpdesk>[0]) {
		const client = simulateHelpdesk(world);
		return { ...client, authenticate: createAuthenticate(client.transport) };
	}

	it('are sent immediately if the queue is idle', async () => {
		const { clock, authenticate } = start();
		const before = clock.now();
		const request = await clock.until(authenticate(data, toMe));
		expect(clock.now()).toBe(before);
		expect(request).toMatchObject({
			uri: 'https://api.example.com/v1/me',
			headers: { authorization: 'Bearer token' },
		});
		expect(clock.timers).toBe(0);
	});

	it('do not delay the requests of the nodes', async () => {
		const { clock, authenticate, sendAll } = start();
		const before = clock.now();
		await clock.until(authenticate(data, toMe));
		await clock.until(sendAll(299 + 270));
		expect(clock.now() - before).toBeLessThan(63_000);
	});

	it.each([
		{ which: 'the stricter limit of their path', calls: 11, requestsPerMinute: 300 },
		{ which: 'the general limit on a path with a stricter one', calls: 6, requestsPerMinute: 5 },
	])('wait for $which', async ({ calls, requestsPerMinute }) => {
		const { clock, authenticate } = start();
		const before = clock.now();
		const register = { url: 'https://api.example.com/v1/auth/registration' };
		await clock.until(
			Promise.all(
				Array.from({ length: calls }, async () => await authenticate({ ...data, requestsPerMinute }, register)),
			),
		);
		expect(clock.now() - before).toBeGreaterThanOrEqual(70_000);
	});

	it("respect the limit from a node's 429 in its window and the next one", async () => {
		const headers = { 'retry-after': '10', 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' };
		const { clock, authenticate, sendAll } = start({ reply: () => ({ status: 429, headers }) });
		const controller = new AbortController();
		const refused = sendAll(1, { signal: controller.signal }).catch(() => undefined);
		await clock.pass(5_000);
		controller.abort();
		await clock.until(refused);
		let gone = 0;
		const calls = Array.from({ length: 100 }, async () => {
			await authenticate(data, toMe);
			gone += 1;
		});
		await clock.pass(10_000);
		expect(gone).toBeGreaterThan(0);
		expect(gone).toBeLessThanOrEqual(5);
		await clock.pass(70_000);
		expect(gone).toBe(100);
		await Promise.all(calls);
	});

	it('are dropped from the queue if their execution is cancelled', async () => {
		const { clock, authenticate, sendAll } = start();
		await clock.until(sendAll(300));
		const controller = new AbortController();
		const call = authenticate(data, { ...toMe, abortSignal: controller.signal }).catch((error: unknown) => error);
		await clock.pass(1_000);
		controller.abort();
		expect(await clock.until(call)).toBeInstanceOf(DroppedError);
	});

	it('get no token after a redirect to another address', async () => {
		const { clock, authenticate } = start();
		expect(await clock.until(authenticate(data, toMe))).toMatchObject({
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it('get no token and take no slot for another host', async () => {
		const { clock, authenticate } = start();
		await expect(authenticate(data, { url: 'https://evil.example.com/v1/me' })).rejects.toThrow('for another host');
		expect(clock.timers).toBe(0);
	});
});
