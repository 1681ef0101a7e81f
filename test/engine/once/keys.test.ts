import { MAX_KEYS, NodeKeys } from '../../../nodes/Helpdesk/run/once/onlyOncePer';

const NOW = Date.UTC(2026, 2, 2);
const MINUTE = 60_000;

describe('the stored keys of a node', () => {
	/** Adds `count` keys at a time (minutes after the start), as from saved data. */
	const addMany = (keys: NodeKeys, name: string, count: number, minute = 0) => {
		const names = Array.from({ length: count }, (_, n) => `${name}${n}`);
		keys.learn(Object.fromEntries(names.map((key) => [key, NOW / MINUTE + minute])), NOW + minute * MINUTE);
	};
	const countOf = ({ used }: NodeKeys) => Object.keys(used).length;

	it('are limited in number: the oldest keys are removed in groups of 500', () => {
		const keys = new NodeKeys();
		addMany(keys, 'old', 600);
		addMany(keys, 'k', MAX_KEYS - 100, 1);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
		keys.add('one more', NOW + 2 * MINUTE);
		const names = Object.keys(keys.used);
		expect([
			names.length,
			names.filter((name) => name.startsWith('old')).length,
			names.includes('one more'),
		]).toEqual([MAX_KEYS, 99, true]);
		addMany(keys, 'more', 500, 2);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
	});

	it('are counted once, even if a key is used several times', () => {
		const keys = new NodeKeys();
		addMany(keys, 'k', MAX_KEYS);
		addMany(keys, 'k', 600);
		keys.learn({ ...keys.used }, NOW);
		addMany(keys, 'new', 100);
		expect(countOf(keys)).toBe(MAX_KEYS + 100);
	});

	it('are valid for 30 days after their last use', () => {
		const keys = new NodeKeys();
		const day = 24 * 60 * MINUTE;
		keys.add('k', NOW);
		keys.learn({ k: NOW / MINUTE - 1 }, NOW);
		expect([30 * day - 1, 30 * day].map((later) => keys.has('k', NOW + later))).toEqual([true, false]);
		keys.learn({ k: NOW / MINUTE + 1 }, NOW);
		expect(keys.has('k', NOW + 30 * day)).toBe(true);
	});
});
