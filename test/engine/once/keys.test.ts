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

	/** Adds so many keys at a time, in minutes after the start. */
	const addMany = (keys: NodeKeys, name: string, count: number, minute = 0) => {
		for (let n = 0; n < count; n += 1) keys.add(`${name}${n}`, NOW + minute * MINUTE);
	};
	const countOf = ({ used }: NodeKeys) => Object.keys(used).length;

	it('go in groups: 500 more than stay are waited for', () => {
		const keys = new NodeKeys();
		addMany(keys, 'k', MAX_KEYS + 500);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
		keys.add('one more', NOW + MINUTE);
		expect(countOf(keys)).toBe(MAX_KEYS);
		expect(keys.has('one more', NOW)).toBe(true);
		addMany(keys, 'more', 500, 1);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
	});

	it('go in groups where they are read from what was saved, too', () => {
		const keys = new NodeKeys();
		const saved = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, NOW / MINUTE]));
		keys.learn(saved(MAX_KEYS + 500), NOW);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
		keys.learn(saved(MAX_KEYS + 501), NOW);
		expect(countOf(keys)).toBe(MAX_KEYS);
	});

	it('count once, however often one is used or read', () => {
		const keys = new NodeKeys();
		addMany(keys, 'k', MAX_KEYS);
		addMany(keys, 'k', 600);
		keys.learn({ ...keys.used }, NOW);
		addMany(keys, 'new', 100);
		expect(countOf(keys)).toBe(MAX_KEYS + 100);
	});

	it('that no longer count go with the oldest', () => {
		const keys = new NodeKeys();
		addMany(keys, 'old', 3_000);
		addMany(keys, 'new', MAX_KEYS - 2_499, KEPT_MINUTES);
		expect(countOf(keys)).toBe(MAX_KEYS - 2_499);
	});

	it('count for 30 days after they were last used, whatever was saved', () => {
		const keys = new NodeKeys();
		const day = 24 * 60 * MINUTE;
		keys.add('k', NOW);
		keys.learn({ k: NOW / MINUTE - 1 }, NOW);
		expect([30 * day - 1, 30 * day].map((later) => keys.has('k', NOW + later))).toEqual([true, false]);
		keys.learn({ k: NOW / MINUTE + 1 }, NOW);
		expect(keys.has('k', NOW + 30 * day)).toBe(true);
	});

	it('are told apart by what was done and for what, and are no text of anybody', () => {
		expect(new Set([hashOf('a', 'b c'), hashOf('a', 'b'), hashOf('b', 'b')]).size).toBe(3);
		expect(hashOf('addNote', 'anna@example.com')).toMatch(/^[\w-]{16}$/);
	});
});
