import { cells } from './support/cases';
import { freshSeed, hostileStorm } from './support/storm';

/**
 * HELPDESK_WIRE_SEED replays a run, with HELPDESK_WIRE_CASE one case of it; HELPDESK_WIRE_CASES is how many, and
 * HELPDESK_WIRE_PART ("0/2") which share of them this process takes.
 */
const { HELPDESK_WIRE_CASE: only, HELPDESK_WIRE_CASES = '440', HELPDESK_WIRE_PART = '0/1' } = process.env;
const [part = 0, parts = 1] = HELPDESK_WIRE_PART.split('/').map(Number);
const all = Number(HELPDESK_WIRE_CASES);
const from = only === undefined ? Math.floor((all * part) / parts) : Number(only);
const to = only === undefined ? Math.floor((all * (part + 1)) / parts) : from + 1;

/** A pair of a way and a kind comes round so often; half of it must have been met for certain. */
const MIN_MET = Math.floor((to - from) / cells.length / 2);

/** Against a hang: a busy machine takes many times as long. */
jest.setTimeout(3_600_000);

it('with random network faults, no POST is applied twice, every item is reported correctly, and no secret leaks', async () => {
	const seed = freshSeed();
	const began = Date.now();
	const storm = await hostileStorm({ seed, from, to });
	const [rarest, times] = storm.coverage[0]!;
	console.info(
		`${storm.cases} cases on a hostile connection, seed ${seed}, ${Math.round((Date.now() - began) / 1000)} s; each of ${cells.length} pairs at least ${times} times (${rarest})`,
	);
	// The case that replays it first: what comes later may be cut off.
	if (storm.shown.length > 0) throw new Error(`${storm.shown.join('\n')}\n${JSON.stringify(storm.counts)}`);
	if (only === undefined) expect(times).toBeGreaterThanOrEqual(MIN_MET);
});
