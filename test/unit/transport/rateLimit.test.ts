import { systemClock } from '../../../transport/clock';
import { Priority, RequestQueue } from '../../../transport/requestQueue';
import { worstRollingMinute } from '../../support/rollingMinute';
import { simulateHelpdesk } from '../../support/simulatedHelpdesk';
import { SteppedClock } from '../../support/steppedClock';

it('two credentials of a helpdesk share the lower one of their limits', async () => {
	const clock = new SteppedClock();
	const { credential, sendAll, arrivals } = simulateHelpdesk(clock);
	const of = async (requestsPerMinute: number) =>
		await sendAll(30, { credential: { ...credential, requestsPerMinute } });
	await clock.until(Promise.all([of(40), of(100)]));
	expect(worstRollingMinute(arrivals.map(({ at }) => at))).toBe(40);
});

it('a queue has one timer for any number of requests, and no timer if it is empty', async () => {
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
	const run = async () =>
		await queue.run(
			{ requestsPerMinute: 1, priority: Priority.bulk },
			async () => await Promise.resolve({ value: now }),
		);
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

it("the clock of the limit does not follow the host's", () => {
	const before = systemClock.now();
	jest.spyOn(Date, 'now').mockReturnValue(before + 3_600_000);
	expect(systemClock.now() - before).toBeLessThan(60_000);
	jest.restoreAllMocks();
});
