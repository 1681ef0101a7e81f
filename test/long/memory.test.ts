import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { SimulatedServer } from '../support/simulatedServer';
import { SteppedClock } from '../support/steppedClock';

jest.setTimeout(600_000);

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the heap may differ by from one look to the next, in MB. */
const NOISE_MB = 3;

it('after 100,000 requests the memory is at its level from before, and no timer is left', async () => {
	const clock = new SteppedClock();
	const server = new SimulatedServer(clock, () => 20);
	const newSend = server.newProcess();
	const run = async (count: number) => {
		const send = newSend({ signal: new AbortController().signal });
		await clock.until(Promise.all(Array.from({ length: count }, async (_, id) => await send({ method: 'PATCH', path: `/${id}` }))));
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

function heapMb(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed / 1_048_576;
}
