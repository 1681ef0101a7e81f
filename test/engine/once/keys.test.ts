import { hashOf, KEPT_MINUTES, MAX_KEYS, NodeKeys } from '../../../nodes/Helpdesk/run/once/keys';

const NOW = Date.UTC(2026, 2, 2);
const MINUTE = 60_000;

describe('the keys of a node', () => {
	it('are bounded: the newest stay, the oldest go', () => {
		const keys = new NodeKeys();
		for (let n = 0; n < 3 * MAX_KEYS; n += 1) keys.add(`k${n}`, NOW + n * MINUTE);
		const kept = Object.keys(keys.used);
		expect(kept.length).toBeGreaterThanOrEqual(MAX_KEYS);
		expect(kept.length).toBeLessThanOrEqual(1.1 * MAX_KEYS);
		expect(kept.at(-1)).toBe(`k${3 * MAX_KEYS - 1}`);
		expect(keys.has(`k${2 * MAX_KEYS}`, NOW + 3 * MAX_KEYS * MINUTE)).toBe(true);
	});

	it('stay bounded when they are read from what was saved, without the old ones', () => {
		const keys = new NodeKeys();
		const minute = NOW / MINUTE;
		keys.learn(Object.fromEntries(Array.from({ length: 2 * MAX_KEYS }, (_, n) => [`k${n}`, minute - n])), NOW);
		keys.learn({ old: minute - KEPT_MINUTES, broken: 'x' as never }, NOW);
		expect(Object.keys(keys.used).length).toBeLessThanOrEqual(1.1 * MAX_KEYS);
		expect(keys.has('k0', NOW)).toBe(true);
		expect(keys.used).not.toHaveProperty('old');
		expect(keys.used).not.toHaveProperty('broken');
	});

	it('take less than 200 kB in the database', () => {
		const keys = new NodeKeys();
		for (let n = 0; n < MAX_KEYS; n += 1) keys.add(hashOf('addNote', `c${n}`), NOW);
		expect(JSON.stringify(keys.used).length).toBeLessThan(200_000);
	});
});
