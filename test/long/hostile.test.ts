import { firstSeed, hostileStorm } from '../engine/http/support/storm';

const CASES = Number(process.env.HELPDESK_WIRE_CASES ?? 8_000);

it(`in ${CASES} random cases of network faults, no POST is applied twice, every item is reported correctly, and no secret leaks`, async () => {
	const seed = firstSeed();
	const { cases, shown } = await hostileStorm({ seed, to: CASES });
	console.info(`${cases} cases on a hostile connection, seed ${seed}`);
	expect(shown.join('\n')).toBe('');
	expect(cases).toBe(CASES);
}, 3_600_000);
