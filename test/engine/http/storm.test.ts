import { cells } from './support/cases';
import { firstSeed, hostileStorm } from './support/storm';

/** HELPDESK_WIRE_SEED replays a run; HELPDESK_WIRE_CASE plays a single case of it. */
const { HELPDESK_WIRE_CASE: only } = process.env;
const [from, to] = only === undefined ? [0, 110] : [Number(only), Number(only) + 1];

/** Minimum occurrences of each pair of fault and operation kind: half of those drawn. */
const MIN_MET = Math.floor((to - from) / cells.length / 2);

/** Guards only against a hang: a busy machine takes many times as long as usual. */
jest.setTimeout(3_600_000);

it('with random network faults, no POST is applied twice, every item is reported correctly, and no secret leaks', async () => {
	const seed = firstSeed();
	const storm = await hostileStorm({ seed, from, to });
	const [rarest, times] = storm.coverage[0]!;
	console.info(
		`${storm.cases} cases, seed ${seed}; each of ${cells.length} pairs at least ${times} times (${rarest})`,
	);
	// The command for a replay comes first, because long output is cut off.
	if (storm.shown.length > 0) throw new Error(`${storm.shown.join('\n')}\n${JSON.stringify(storm.counts)}`);
	if (only === undefined) expect(times).toBeGreaterThanOrEqual(MIN_MET);
});
