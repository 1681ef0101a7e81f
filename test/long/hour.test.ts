import { Random } from '../../contract/random';
import { DroppedError } from '../../transport/errors';
import { worstRollingMinute } from '../support/rollingMinute';
import { SimulatedServer } from '../support/simulatedServer';

const HOUR_MS = 3_600_000;
const MAX_WAY_MS = 2_500;
const LARGEST_BURST = 320;
const MAX_GAP_MS = 60_000;
const RESTART_CHANCE = 0.05;
const LARGEST_JUMP_MS = 86_400_000;

/** Plays an hour of random bursts with latencies up to 5 s, jumps of the host's clock, and restarts of n8n. */
async function hour(seed: number) {
	const random = new Random(seed);
	const server = new SimulatedServer(() => random.below(MAX_WAY_MS));
	const { clock } = server;
	const requests: Array<Promise<void>> = [];
	let n8n = start();
	function start() {
		const stop = new AbortController();
		return { send: server.newProcess({ signal: stop.signal })(), stop };
	}
	async function request() {
		const dropped = await n8n.send({ method: 'GET', path: '/me' }).then(
			() => false,
			(error: Error) => {
				if (error instanceof DroppedError) return true;
				throw error;
			},
		);
		if (dropped) await request();
	}
	const ends = clock.now() + HOUR_MS;
	while (clock.now() < ends) {
		requests.push(...Array.from({ length: random.below(LARGEST_BURST) }, request));
		await clock.pass(random.below(MAX_GAP_MS));
		const jumpMs = random.below(2 * LARGEST_JUMP_MS) - LARGEST_JUMP_MS;
		jest.spyOn(Date, 'now').mockReturnValue(clock.now() + jumpMs);
		if (random.next() > RESTART_CHANCE) continue;
		const old = n8n;
		n8n = start();
		old.stop.abort();
	}
	await clock.until(Promise.all(requests));
	return { server, requests: requests.length };
}

describe('an hour of bursts, slow responses, clock jumps and restarts', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([1, 2])(
		'sends no more than the limit in any rolling minute of one process, and loses no request (seed %i)',
		async (seed) => {
			const { server, requests } = await hour(seed);
			const lives = new Map<number, number[]>();
			for (const { process, at } of server.arrivals) {
				if (!lives.get(process)?.push(at)) lives.set(process, [at]);
			}
			const worst = [...lives.values()].map(worstRollingMinute);
			expect(lives.size).toBeGreaterThan(1);
			expect(Math.max(...worst)).toBeLessThanOrEqual(300);
			// The runs came close to the limit.
			expect(Math.max(...worst)).toBeGreaterThan(280);
			expect(server.count(200)).toBe(requests);
		},
	);
});
