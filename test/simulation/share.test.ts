import { Priority } from '../../transport/requestQueue';
import { simulateHelpdesk } from '../support/simulatedHelpdesk';
import { SteppedClock } from '../support/steppedClock';
import { worstRollingMinute } from '../support/rollingMinute';

/** Polls twenty inboxes every minute with a credential for ten requests. */
async function pollsAndBulk(minutes: number) {
	const clock = new SteppedClock();
	const { transport, credential, sendAll, sender, arrivals } = simulateHelpdesk(clock, {
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
	return { arrivals, waits, pickerWaitedMs, now: clock.now() };
}

describe('bulk work while polls use the whole limit', () => {
	it('gets every fifth slot within the limit', async () => {
		const { arrivals } = await pollsAndBulk(10);
		const bulk = arrivals.filter(({ path }) => path === '/bulk').length;
		expect(bulk).toBeGreaterThanOrEqual(18);
		expect(bulk).toBeLessThanOrEqual(24);
		expect(worstRollingMinute(arrivals.map(({ at }) => at))).toBe(10);
	});

	it('always shows the end of its wait', async () => {
		const { waits, now } = await pollsAndBulk(3);
		expect(waits).toHaveLength(3);
		for (const until of waits) expect(until).toBeLessThan(now + 60_000);
	});

	it('does not keep a list in the editor behind queued polls', async () => {
		const { pickerWaitedMs } = await pollsAndBulk(5);
		expect(pickerWaitedMs).toBeLessThanOrEqual(61_000);
	});
});
