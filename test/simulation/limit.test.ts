import { Random } from '../../contract/random';
import { createAuthenticate } from '../../transport/authenticate';
import { Priority } from '../../transport/requestQueue';
import { worstRollingMinute } from '../support/rollingMinute';
import { simulateHelpdesk, type Reply } from '../support/simulatedHelpdesk';
import { SteppedClock } from '../support/steppedClock';

const CASES = 48;
const HEADER_STYLES = ['always', 'on 429 only', 'absent'] as const;
const seed = Number(process.env.HELPDESK_SEED ?? 1);

interface Case {
	setting: number;
	/** The server's limit per fixed window. The first window may begin at any time. */
	serverLimit: number;
	headers: (typeof HEADER_STYLES)[number];
	longestWayMs: number;
	/** Probability of a 429 without a reason, and of a 503. */
	trouble: number;
	/** True if the HTTP Request node sends requests too. */
	guests: boolean;
}

function draw(random: Random, index: number) {
	// Some cases are without trouble, guests and server limit, because only these have a time limit.
	const isCalm = index % 16 === 2;
	return {
		setting: index === 0 ? 1 : index === 1 ? 300 : random.pick([1 + random.below(9), 1 + random.below(300)]),
		serverLimit: isCalm ? 1_000 : random.pick([300, 300, 1 + random.below(300), 1_000]),
		headers: random.pick(HEADER_STYLES),
		longestWayMs: random.pick([3, 300, 4_000]),
		trouble: isCalm ? 0 : random.pick([0, 0, 0.02, 0.2]),
		guests: !isCalm && random.next() < 0.3,
	};
}

/** Sends 2.5 times the setting in bursts: bulk work, polls, lists, and guests' requests. */
async function play(random: Random, { setting, serverLimit, headers, longestWayMs, trouble, guests }: Case) {
	const clock = new SteppedClock();
	const start = clock.now();
	const statuses = new Map<number, number>();
	let window = { endsAt: start + random.below(60_000), hits: random.below(2) * random.below(serverLimit) };
	const reply = (): Reply => {
		const now = clock.now();
		if (now >= window.endsAt) window = { endsAt: now + 60_000, hits: 0 };
		const refused = window.hits >= serverLimit || random.next() < trouble;
		if (!refused) window.hits += 1;
		const status = refused ? 429 : random.next() < trouble ? 503 : 200;
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
		const shows = headers === 'always' || (headers === 'on 429 only' && refused);
		const count = {
			'x-ratelimit-limit': String(serverLimit),
			'x-ratelimit-remaining': String(refused ? 0 : serverLimit - window.hits),
		};
		const retryAfter = { 'retry-after': String(Math.floor((window.endsAt - now) / 1_000)) };
		return {
			status,
			headers: { ...(shows ? count : {}), ...(refused && headers !== 'absent' ? retryAfter : {}) },
		};
	};
	const latencyMs = () => random.below(longestWayMs);
	const { transport, credential, sender, arrivals } = simulateHelpdesk({
		clock,
		reply,
		latencyMs,
		credential: { requestsPerMinute: setting },
	});
	const authenticate = createAuthenticate(transport);
	const guestArrivals: number[] = [];
	const one = async () => {
		if (guests && random.next() < 0.3) {
			await authenticate(
				{ accessToken: 't', baseUrl: credential.baseUrl, requestsPerMinute: setting },
				{ url: `${credential.baseUrl}/me` },
			);
			guestArrivals.push(clock.now() + random.below(10_000));
			return;
		}
		const priority = random.pick([Priority.bulk, Priority.bulk, Priority.trigger, Priority.interactive]);
		const stop = new AbortController();
		const sent = sender({ priority, signal: stop.signal })({
			method: 'PATCH',
			path: random.pick(['/me', '/conversation/1']),
		});
		if (random.next() < 0.05) void clock.sleep(random.below(90_000)).then(() => stop.abort());
		await sent.catch(() => undefined);
	};
	const total = Math.ceil(2.5 * setting);
	const all = [one()];
	await clock.pass(2 * longestWayMs);
	const firstWaitedMs = Math.min(...[...arrivals.map(({ at }) => at), ...guestArrivals.map(() => start)]) - start;
	while (all.length < total) {
		const burst = Math.min(1 + random.below(setting), total - all.length);
		all.push(...Array.from({ length: burst }, one));
		await clock.pass(random.below(20_000));
	}
	const allAskedAt = clock.now();
	await clock.until(Promise.all(all));
	return {
		worst: worstRollingMinute([...arrivals.map(({ at }) => at), ...guestArrivals]),
		firstWaitedMs,
		tookMs: clock.now() - allAskedAt,
		total,
		throttled: statuses.get(429) ?? 0,
		failed: statuses.get(503) ?? 0,
		guests: guestArrivals.length,
	};
}

it(`in ${CASES} random helpdesks, no rolling minute has more requests than the setting, retries included (HELPDESK_SEED=${seed})`, async () => {
	const random = new Random(seed);
	const seen = { reached: 0, calm: 0, throttled: 0, failed: 0, guests: 0, styles: new Map<string, number>() };
	for (let index = 0; index < CASES; index += 1) {
		const world = draw(random, index);
		const result = await play(random, world);
		const details = JSON.stringify({ index, ...world, ...result });
		if (result.worst > world.setting) throw new Error(`More than the setting in a minute: ${details}`);
		if (result.firstWaitedMs > world.longestWayMs) throw new Error(`The first request waited: ${details}`);
		const calm = world.trouble === 0 && world.serverLimit === 1_000 && !world.guests;
		const longestMs = Math.ceil(result.total / world.setting) * (61_000 + 2 * world.longestWayMs);
		if (calm && result.tookMs > longestMs) throw new Error(`It took too long: ${details}`);
		seen.calm += Number(calm);
		seen.reached += Number(result.worst === world.setting);
		seen.throttled += result.throttled;
		seen.failed += result.failed;
		seen.guests += result.guests;
		seen.styles.set(world.headers, (seen.styles.get(world.headers) ?? 0) + 1);
	}
	// The rare cases really occurred.
	expect(seen.reached).toBeGreaterThan(CASES / 3);
	expect(seen.throttled).toBeGreaterThan(CASES);
	expect(seen.failed).toBeGreaterThan(CASES);
	expect(seen.guests).toBeGreaterThan(CASES);
	expect(seen.calm).toBeGreaterThan(2);
	expect(Math.min(...HEADER_STYLES.map((style) => seen.styles.get(style) ?? 0))).toBeGreaterThan(CASES / 8);
});
